import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface CommitCutter {
  readonly port: number;
  cutAfterCommit(): void;
  cutBeforeCommit(): void;
  cuts(): number;
  close(): Promise<void>;
}

/** A proxy that breaks one connection around a COMMIT, as a network does. */
export async function commitCutter(port: number): Promise<CommitCutter> {
  let mode: 'pass' | 'before' | 'after' = 'pass';
  let cuts = 0;
  const sockets = new Set<Socket>();
  const proxy: Server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    let committing = false;
    const cut = (): void => {
      mode = 'pass';
      cuts += 1;
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (chunk) => {
      const commits = mode !== 'pass' && chunk.includes('COMMIT\0');
      if (commits && mode === 'before') {
        cut();
        return;
      }
      committing = commits;
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (committing) cut();
      else client.write(chunk);
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const cutter: CommitCutter = {
    port: (proxy.address() as AddressInfo).port,
    cutAfterCommit: () => (mode = 'after'),
    cutBeforeCommit: () => (mode = 'before'),
    cuts: () => cuts,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
  return cutter;
}

export interface SilentProxy {
  readonly port: number;
  /** From now on nothing arrives, on old connections and new ones. */
  fallSilent(): void;
  /** As soon as the client sends these, one after the other: the last of them does not arrive. */
  fallSilentAt(...texts: string[]): void;
  /** The same, and the last of them arrives: the server hears it and is not heard any more. */
  fallSilentAfter(...texts: string[]): void;
  /** For new connections. What the old ones held back is never sent. */
  speakAgain(): void;
  close(): Promise<void>;
}

/** A proxy that keeps connections open and says nothing, as a server that hangs. */
export async function silentProxy(port: number): Promise<SilentProxy> {
  let silent = false;
  let until: string[] = [];
  let hears = false;
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    let muted = silent;
    sockets.add(client).add(upstream);
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => {
      if (!muted) client.destroy();
    });
    client.on('data', (chunk) => {
      while (until[0] !== undefined && chunk.includes(until[0])) {
        until.shift();
        silent = until.length === 0;
        if (silent && hears) upstream.write(chunk);
      }
      muted ||= silent;
      if (!muted) upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      muted ||= silent;
      if (!muted) client.write(chunk);
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const made: SilentProxy = {
    port: (proxy.address() as AddressInfo).port,
    fallSilent: () => (silent = true),
    fallSilentAt: (...texts) => {
      until = texts;
      hears = false;
    },
    fallSilentAfter: (...texts) => {
      until = texts;
      hears = true;
    },
    speakAgain: () => {
      silent = false;
      until = [];
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
  return made;
}

/** What a server says to a session that an administrator ends. */
const ENDED = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0');

export interface EndingProxy {
  readonly port: number;
  close(): Promise<void>;
}

/** A proxy that ends the first session right behind an answer with this text, when nothing is asked of it. */
export async function endingProxy(port: number, text: string): Promise<EndingProxy> {
  let ended = false;
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    sockets.add(client).add(upstream);
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    client.on('data', (chunk) => upstream.write(chunk));
    upstream.on('data', (chunk) => {
      if (ended || !chunk.includes(text)) {
        client.write(chunk);
        return;
      }
      ended = true;
      const length = Buffer.alloc(4);
      length.writeInt32BE(ENDED.length + 4);
      client.end(Buffer.concat([chunk, Buffer.from('E'), length, ENDED]));
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    port: (proxy.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
