"""What the Bot API answers when it refuses."""

from typing import Any

Json = dict[str, Any]


class ApiError(Exception):
    """A refusal: `code` is the HTTP status too, `description` the server's own text."""

    def __init__(self, code: int, description: str, **parameters: int) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters

    def body(self) -> Json:
        """The JSON that stands in the answer."""
        body: Json = {"ok": False, "error_code": self.code, "description": self.description}
        if self.parameters:
            body["parameters"] = dict(self.parameters)
        return body


def bad(text: str) -> ApiError:
    """A request that is wrong in itself, or wrong in this world."""
    return ApiError(400, f"Bad Request: {text}")


def forbidden(text: str) -> ApiError:
    """A chat that the bot may not write to."""
    return ApiError(403, f"Forbidden: {text}")
