package dev.curlew.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.op.Fields;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Json;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ElementKind;
import jakarta.validation.Path;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import jakarta.validation.metadata.ConstraintDescriptor;
import jakarta.validation.metadata.PropertyDescriptor;
import java.lang.annotation.Annotation;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.hibernate.validator.constraints.CodePointLength;
import org.hibernate.validator.messageinterpolation.ParameterMessageInterpolator;

/**
 * Turns what a client sent into a checked record: types as the record has them, limits as its annotations say. A fault is
 * 40002 and names the field, never its value.
 */
public final class RequestBody {

    private static final PropertyNamingStrategies.SnakeCaseStrategy WIRE_NAMES =
            new PropertyNamingStrategies.SnakeCaseStrategy();
    private static final Validator VALIDATOR = Validation.byDefaultProvider()
            .configure()
            .messageInterpolator(new ParameterMessageInterpolator(Set.of(Locale.ENGLISH), Locale.ENGLISH, false))
            .buildValidatorFactory()
            .getValidator();

    private RequestBody() {}

    /** @throws ApiException 40002 naming the field */
    public static <T> T bind(ObjectNode data, Class<T> type) {
        Fields.requireWellFormed(data);
        T value;
        try {
            value = Json.mapper().treeToValue(data, type);
        } catch (JsonMappingException e) {
            throw ApiException.invalid(path(e) + " does not have the expected type.");
        } catch (JsonProcessingException e) {
            throw ApiException.invalid("data does not have the expected form.");
        }
        VALIDATOR.validate(value).stream()
                .min(Comparator.comparing(v -> v.getPropertyPath().toString()))
                .ifPresent(violation -> {
                    throw ApiException.invalid(name(violation) + " " + rule(violation));
                });
        return value;
    }

    /** The broken rule in the words of all other refusals. */
    private static String rule(ConstraintViolation<?> violation) {
        Annotation rule = violation.getConstraintDescriptor().getAnnotation();
        if (rule instanceof NotNull) {
            return "is missing.";
        }
        if (rule instanceof Size size && violation.getInvalidValue() instanceof Collection) {
            return "has to be a list of at most " + size.max() + ".";
        }
        if (rule instanceof Size size) {
            return length(size.min(), size.max());
        }
        if (rule instanceof CodePointLength length) {
            return length(length.min(), length.max());
        }
        if (rule instanceof Min || rule instanceof Max) {
            return range(violation);
        }
        return violation.getMessage() + ".";
    }

    /** Both ends, where the field has both. */
    private static String range(ConstraintViolation<?> violation) {
        String field = null;
        for (Path.Node step : violation.getPropertyPath()) {
            field = step.getKind() == ElementKind.PROPERTY ? step.getName() : field;
        }
        PropertyDescriptor described = VALIDATOR
                .getConstraintsForClass(violation.getLeafBean().getClass())
                .getConstraintsForProperty(field);
        Stream<ConstraintDescriptor<?>> rules = Stream.concat(
                described.getConstraintDescriptors().stream(),
                described.getConstrainedContainerElementTypes().stream()
                        .flatMap(element -> element.getConstraintDescriptors().stream()));
        long min = Long.MIN_VALUE;
        long max = Fields.MAX_NUMBER;
        for (ConstraintDescriptor<?> rule : rules.toList()) {
            min = rule.getAnnotation() instanceof Min least ? least.value() : min;
            max = rule.getAnnotation() instanceof Max most ? most.value() : max;
        }
        return "is out of range: " + (min == Long.MIN_VALUE ? "at most " : min + " to ") + max + ".";
    }

    private static String length(int min, int max) {
        return min > 0
                ? "has to be " + min + " to " + max + " characters long."
                : "is longer than " + max + " characters.";
    }

    private static String name(ConstraintViolation<?> violation) {
        return WIRE_NAMES.translate(violation.getPropertyPath().toString());
    }

    private static String path(JsonMappingException e) {
        StringBuilder path = new StringBuilder();
        for (JsonMappingException.Reference step : e.getPath()) {
            if (step.getFieldName() == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
            }
        }
        return path.isEmpty() ? "data" : path.toString();
    }
}
