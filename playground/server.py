"""HTTP in front of a World: the Bot API for the bot, a page and its changes for people. Loopback only."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import UploadFile
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from playground.checks import Upload
from playground.door import knock
from playground.errors import ApiError
from playground.model import StoredFile
from playground.page_api import act, menu, snapshot
from playground.people import CannotDo
from playground.world import World

HOSTS = ("127.0.0.1", "localhost")
PAGE = Path(__file__).with_name("page")
# A lost answer keeps its connection open as long as this; no client waits longer.
LOST_SECONDS = 300.0
# Changes within this time travel together.
GATHER_SECONDS = 0.02
HEARTBEAT_SECONDS = 15.0


def create_app(world: World) -> Starlette:
    """The playground as an ASGI application."""
    routes = [
        Route("/bot{rest:path}", _bot, methods=["GET", "POST"]),
        Route("/file/bot{rest:path}", _download),
        Route("/file/{file_id}", _picture),
        Route("/api/changes", _changes),
        Route("/api/stream", _stream),
        Route("/api/menu", _menu),
        Route("/api/act", _act, methods=["POST"]),
        Route("/", _index),
        Mount("/page", StaticFiles(directory=PAGE)),
    ]
    app = Starlette(routes=routes, middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=list(HOSTS))])
    app.state.world = world
    return app


def _world(request: Request) -> World:
    world: World = request.app.state.world
    return world


class _Cut(Response):
    """An answer that breaks off in the middle, as a connection does."""

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        headers = [(b"content-length", b"1000"), (b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"{", "more_body": True})


# The bot's side


async def _bot(request: Request) -> Response:
    world = _world(request)
    token, _, method = request.path_params["rest"].partition("/")
    if token != world.token:
        return _refused(ApiError(401, "Unauthorized"))
    answer = await knock(world, method, await _form(request))
    if answer.lost:
        await asyncio.sleep(LOST_SECONDS)
    if answer.lost or answer.broken:
        return _Cut()
    if isinstance(answer.body, str):
        return Response(answer.body, answer.status, media_type="text/html")
    return JSONResponse(answer.body, answer.status)


def _refused(problem: ApiError) -> Response:
    return JSONResponse(problem.body(), problem.code)


async def _form(request: Request) -> dict[str, str | Upload]:
    """The fields, however they came: in the address, as a form, as parts, as JSON."""
    fields: dict[str, str | Upload] = dict(request.query_params)
    kind = request.headers.get("content-type", "").partition(";")[0]
    if kind == "application/json":
        body = await request.body()
        given: Mapping[str, Any] = json.loads(body or b"{}")
        fields |= {k: v if isinstance(v, str) else json.dumps(v) for k, v in given.items()}
    elif kind in ("application/x-www-form-urlencoded", "multipart/form-data"):
        async with request.form() as form:
            for key, value in form.multi_items():
                fields[key] = await _upload(value) if isinstance(value, UploadFile) else value
    return fields


async def _upload(part: UploadFile) -> Upload:
    return Upload(part.filename or "file", await part.read(), part.content_type or "application/octet-stream")


async def _download(request: Request) -> Response:
    world = _world(request)
    token, _, path = request.path_params["rest"].partition("/")
    file = world.file_at(path) if token == world.token else None
    return _file(file)


async def _picture(request: Request) -> Response:
    return _file(_world(request).files.get(request.path_params["file_id"]))


def _file(file: StoredFile | None) -> Response:
    if file is None:
        return _refused(ApiError(404, "Not Found"))
    headers = {"Cache-Control": "max-age=31536000, immutable", "X-Content-Type-Options": "nosniff"}
    return Response(file.data, media_type=file.mime, headers=headers)


# The page's side


async def _index(_request: Request) -> Response:
    return FileResponse(PAGE / "index.html", headers={"Cache-Control": "no-cache"})


async def _changes(request: Request) -> Response:
    """What changed since a version; with `wait` seconds it waits for something to change first."""
    world, since = _world(request), int(request.query_params.get("since", "0"))
    wait = float(request.query_params.get("wait", "0"))
    if wait:
        await world.changes.after(since, wait)
    return JSONResponse(snapshot(world, since))


async def _stream(request: Request) -> Response:
    """Tells the world's version, now and whenever it has changed."""
    return StreamingResponse(
        _versions(_world(request)), media_type="text/event-stream", headers={"Cache-Control": "no-store"}
    )


async def _versions(world: World) -> AsyncIterator[str]:
    told = -1
    while True:
        if await world.changes.after(told, HEARTBEAT_SECONDS) == told:
            yield ": still here\n\n"
            continue
        await asyncio.sleep(GATHER_SECONDS)
        told = world.changes.version
        yield f"data: {told}\n\n"


async def _menu(request: Request) -> Response:
    query = request.query_params
    return JSONResponse(menu(_world(request), int(query["person"]), int(query["chat"])))


async def _act(request: Request) -> Response:
    """A page of another site cannot send JSON here, so it cannot act."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        return JSONResponse({"error": "JSON expected"}, 415)
    try:
        return JSONResponse(act(_world(request), await request.json()))
    except CannotDo as problem:
        return JSONResponse({"error": str(problem)}, 409)
