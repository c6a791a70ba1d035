import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { TEST_PUBLIC_KEYS } from '../src/testing/harness.ts';

const PROGRAM = `
  import { createService } from '@fasocolis/service-kit/http/service';
  import { handle } from '@fasocolis/service-kit/http/operations';
  import { closeGracefully, isClosing } from '@fasocolis/service-kit/ops/process';
  const app = await createService({ name: 'test', logLevel: 'info', identityKeys: process.env.KEYS });
  const operation = { id: 'root', method: 'GET', path: '/', access: 'public', responses: {} };
  handle(app, operation, () => ({ isClosing: isClosing() }));
  let accepted = 0;
  app.server.on('connection', () => { accepted += 1; });
  process.on('exit', () => console.log('accepted ' + accepted));
  closeGracefully(app, () => app.close());
  await app.listen({ host: '127.0.0.1', port: 0 });
`;

/** A service in a separate process, as in a container. */
async function startProcess() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    cwd: import.meta.dirname,
    env: { ...process.env, KEYS: TEST_PUBLIC_KEYS },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const ended = once(child, 'close') as Promise<[number | null]>;
  let output = '';
  child.stdout.on('data', (part) => {
    output += part;
  });
  const logged = (pattern: RegExp) => pattern.exec(output)?.[1];
  const url = await vi.waitUntil(() => logged(/listening at (http:[^"]+)/), { timeout: 15_000, interval: 20 });
  const send = async () => {
    const [response] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
    const body = Buffer.concat(await response.toArray()).toString();
    return {
      connection: response.headers.connection,
      isClosing: (JSON.parse(body) as { isClosing: boolean }).isClosing,
    };
  };
  return { child, send, ended, logged, port: Number(new URL(url).port) };
}

it('a process that is shutting down responds on open connections with Connection: close', async () => {
  const { child, send, ended } = await startProcess();
  expect(await send()).toEqual({ connection: 'keep-alive', isClosing: false });
  child.kill('SIGTERM');
  let response = await send();
  while (!response.isClosing) response = await send();
  expect(response.connection).toBe('close');
  expect((await ended)[0]).toBe(0);
});

it('a process that is shutting down responds to every request on a connection that it accepted', async () => {
  const { child, ended, logged, port } = await startProcess();
  /** @returns the status line, or the error code of the connection */
  const requestLate = async () => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const failed = once(socket, 'error').then(([error]) => (error as { code: string }).code);
    const responded = once(socket, 'connect')
      .then(() => delay(200))
      .then(() => socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'))
      .then(() => text(socket))
      .then((response) => response.split('\r\n', 1)[0]);
    return Promise.race([failed, responded]).catch((error: { code: string }) => error.code);
  };
  child.kill('SIGTERM');
  const requests: Promise<string | undefined>[] = [];
  const isOver = ended.then(() => true);
  while (!(await Promise.race([isOver, delay(20, false)]))) requests.push(requestLate());
  const { 'HTTP/1.1 200 OK': served = [], ...others } = Object.groupBy(await Promise.all(requests), String);
  expect(served.length).toBe(Number(logged(/accepted (\d+)/)));
  expect(served.length).toBeGreaterThan(0);
  // The system resets connections that the process has not accepted when it stops listening.
  expect(['ECONNREFUSED', 'ECONNRESET']).toEqual(expect.arrayContaining(Object.keys(others)));
});

it('a process that is shutting down does not wait for an idle connection longer than its limit', async () => {
  const { child, send, ended } = await startProcess();
  await send();
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
});
