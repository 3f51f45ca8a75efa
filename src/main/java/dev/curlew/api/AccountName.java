package dev.curlew.api;

import static java.lang.annotation.ElementType.ANNOTATION_TYPE;
import static java.lang.annotation.ElementType.FIELD;
import static java.lang.annotation.ElementType.PARAMETER;
import static java.lang.annotation.RetentionPolicy.RUNTIME;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import jakarta.validation.ReportAsSingleViolation;
import jakarta.validation.constraints.Pattern;
import java.lang.annotation.Retention;
import java.lang.annotation.Target;
import org.hibernate.validator.constraints.CodePointLength;

/** 1 to 128 characters, none of them a control character or half a pair, no space at either end. */
@Retention(RUNTIME)
@Target({FIELD, PARAMETER, ANNOTATION_TYPE})
@CodePointLength(min = 1, max = 128)
@Pattern(regexp = "[^\\p{Cc}\\p{Cs}]*")
@Pattern(regexp = "(?s)(?!\\s).*(?<!\\s)")
@ReportAsSingleViolation
@Constraint(validatedBy = {})
public @interface AccountName {

    String message() default "has to be 1 to 128 characters without control characters or outer spaces";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};
}
