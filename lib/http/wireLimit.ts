import type { Socket } from 'node:net';
import { buildConnector, Pool, type Dispatcher } from 'undici';
import { LIMITS } from '../limits';

type Connector = buildConnector.connector;

/** An answer took more bytes on the wire than `LIMITS.answerWireBytes`. */
export class WireLimitError extends Error {}

/**
 * A pool whose connections end when one answer takes more bytes on the wire than any answer within the cap can:
 * extensions of chunks, trailers and empty compressed blocks are bytes that never reach the body, whose size is
 * counted elsewhere.
 */
export function limitedPool(origin: string | URL, options: object): Dispatcher {
  const poolOptions: Pool.Options = options;
  return new Pool(origin, {
    ...poolOptions,
    connect: limited(toConnector(poolOptions.connect)),
  });
}

function toConnector(connect: Pool.Options['connect']): Connector {
  return typeof connect === 'function' ? connect : buildConnector({ ...connect });
}

function limited(connector: Connector): Connector {
  return (options, callback) => {
    connector(options, (...[failure, socket]) => {
      if (failure !== null) {
        callback(failure, null);
        return;
      }
      watch(socket);
      callback(null, socket);
    });
  };
}

/** Requests follow one another on a connection: each that is written starts the count anew. */
function watch(socket: Socket): void {
  let written = socket.bytesWritten;
  let base = socket.bytesRead;
  socket.on('readable', () => {
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten;
      base = socket.bytesRead;
    }
    if (socket.bytesRead - base > LIMITS.answerWireBytes) socket.destroy(new WireLimitError());
  });
}
