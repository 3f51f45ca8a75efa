package dev.curlew.group;

import java.util.List;

/** The calls that the secret of the installation opens and nothing else. */
final class AdminCalls {

    static final List<String> ALL = List.of(
            "POST /v1/admin/tenants",
            "GET /v1/admin/tenants",
            "GET /v1/admin/tenants/{tenant}",
            "PATCH /v1/admin/tenants/{tenant}",
            "POST /v1/admin/users",
            "GET /v1/admin/users",
            "PATCH /v1/admin/users/{uid}",
            "DELETE /v1/admin/users/{uid}",
            "POST /v1/admin/tokens",
            "POST /v1/admin/messages",
            "GET /v1/admin/audits",
            "PATCH /v1/admin/audits",
            "GET /v1/admin/parameters",
            "PATCH /v1/admin/parameters",
            "GET /v1/admin/dictionaries",
            "GET /v1/admin/dictionaries/{type}",
            "PUT /v1/admin/dictionaries/{type}",
            "DELETE /v1/admin/dictionaries/{type}",
            "GET /v1/admin/third-party",
            "PATCH /v1/admin/third-party/{name}",
            "GET /v1/admin/enterprises",
            "GET /v1/admin/enterprises/{enterprise_code}",
            "PUT /v1/admin/enterprises/{enterprise_code}",
            "DELETE /v1/admin/enterprises/{enterprise_code}",
            "GET /v1/admin/enterprise-registrations",
            "POST /v1/admin/enterprise-registrations",
            "PATCH /v1/admin/enterprise-registrations/{id}",
            "POST /v1/admin/groups",
            "GET /v1/admin/groups",
            "GET /v1/admin/groups/{topic}",
            "GET /v1/admin/groups/{topic}/members",
            "PATCH /v1/admin/groups/{topic}",
            "DELETE /v1/admin/groups/{topic}",
            "POST /v1/admin/groups/{topic}/members",
            "PATCH /v1/admin/groups/{topic}/members/{uid}",
            "DELETE /v1/admin/groups/{topic}/members/{uid}",
            "GET /v1/admin/groups/{topic}/blocked",
            "DELETE /v1/admin/groups/{topic}/blocked/{uid}");

    private AdminCalls() {}
}
