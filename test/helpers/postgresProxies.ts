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
  /** As soon as the client sends this. */
  fallSilentAt(text: string): void;
  /** For new connections. What the old ones held back is never sent. */
  speakAgain(): void;
  close(): Promise<void>;
}

/** A proxy that keeps connections open and says nothing, as a server that hangs. */
export async function silentProxy(port: number): Promise<SilentProxy> {
  let silent = false;
  let until: string | null = null;
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
      if (until !== null && chunk.includes(until)) silent = true;
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
    fallSilentAt: (text) => (until = text),
    speakAgain: () => {
      silent = false;
      until = null;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
  return made;
}
