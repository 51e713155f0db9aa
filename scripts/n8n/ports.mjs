import { createServer } from 'node:net';

/** `preferred` when nobody listens there, else the next free one of the following twenty, else any. */
export async function freePort(preferred, taken = []) {
  for (let port = preferred; preferred > 0 && port < preferred + 20; port++)
    if (!taken.includes(port) && (await listens(port))) return port;
  return listens(0);
}

/** The port, when this process can listen on it on 127.0.0.1 (0: any); 0 when somebody else does. */
function listens(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(0));
    server.listen(port, '127.0.0.1', () => {
      const taken = server.address().port;
      server.close(() => resolve(taken));
    });
  });
}
