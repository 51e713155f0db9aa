import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { createHttpClient } from '../../lib/http/httpClient';
import type { HttpClient, HttpRequest, HttpResponse } from '../../lib/http/client';
import { ToolError } from '../../lib/errors';

export interface Loopback {
  readonly url: string;
  /** As an entry of allowed domains. */
  readonly host: string;
  close(): Promise<void>;
}

/** A real HTTP server on 127.0.0.1. */
export function serveHttp(handler: http.RequestListener): Promise<Loopback> {
  return listen(http.createServer(handler));
}

/** A real TCP server that is given each request as text and writes what it likes. */
export function serveRaw(onRequest: (socket: net.Socket, head: string) => void): Promise<Loopback> {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      onRequest(socket, chunk.toString('latin1'));
    });
  });
  return listen(server);
}

/** A client that knows no proxy of this machine, and how to ask one server with it. */
export function loopbackClient(env: Readonly<Record<string, string>> = {}) {
  const client: HttpClient = createHttpClient({ env });
  return {
    client,
    get: (server: Loopback, path = '/', options: Partial<HttpRequest> = {}): Promise<HttpResponse> =>
      client.get({
        url: server.url + path,
        allowedDomains: [server.host],
        allowPrivateNetwork: true,
        ...options,
      }),
  };
}

/** The ToolError that a promise must end in. */
export async function errorOf(work: Promise<unknown>): Promise<ToolError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
  throw new Error('was not refused');
}

async function listen(server: net.Server): Promise<Loopback> {
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        for (const socket of sockets) socket.destroy();
      }),
  };
}
