import { createSocket } from 'node:dgram';
import { connect, createServer } from 'node:net';
import { StartError } from './start-error.ts';

const HOSTS = ['127.0.0.1', '::1'];

function bindFault(port: number, host: string): Promise<string | undefined> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => done(error.code));
    server.listen({ port, host, exclusive: true }, () => server.close(() => done(undefined)));
  });
}

/** Why a port cannot be listened on: 'EADDRINUSE', 'EACCES', or undefined when it is free. */
export async function portFault(port: number): Promise<string | undefined> {
  const faults = await Promise.all(HOSTS.map((host) => bindFault(port, host)));
  return faults.find((fault) => fault === 'EADDRINUSE' || fault === 'EACCES');
}

/** Holds the UDP port of the same number until this process ends, so that no other launcher takes the port. */
function reserve(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = createSocket('udp4');
    socket.once('error', () => done(false));
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      socket.unref();
      done(true);
    });
  });
}

/**
 * A free port, handed out once. It lies below the ephemeral range: an outgoing connection could otherwise take the port
 * of a service that is restarting.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if ((await reserve(port)) && (await portFault(port)) === undefined) return port;
  }
}

export async function claimPort(port: number, variable: string): Promise<number> {
  if (port === 0) return freePort();
  const fault = await portFault(port);
  if (fault === 'EACCES')
    throw new StartError(
      `Le port ${port} demande des droits d'administrateur : choisissez-en un autre avec ${variable}.`,
    );
  if (fault) {
    throw new StartError(
      `Le port ${port} est déjà utilisé par un autre programme : libérez-le, ou choisissez-en un autre avec ${variable} (par exemple ${variable}=${port + 1}).`,
    );
  }
  return port;
}

export function isAccepting(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    const end = (isConnected: boolean) => {
      socket.destroy();
      done(isConnected);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}
