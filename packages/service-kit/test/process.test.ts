import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { TEST_PUBLIC_KEYS } from '../src/testing/harness.ts';

const PROGRAM = `
  import { createService } from '@fasocolis/service-kit/http/service';
  import { handle } from '@fasocolis/service-kit/http/operations';
  import { closeGracefully, isClosing } from '@fasocolis/service-kit/ops/process';
  const app = await createService({ name: 'test', logLevel: 'info', identityKeys: process.env.KEYS });
  const operation = { id: 'root', method: 'GET', path: '/', access: 'public', responses: {} };
  handle(app, operation, () => ({ isClosing: isClosing() }));
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
  const ended = once(child, 'exit') as Promise<[number | null]>;
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /listening at (http:[^"]+)/.exec(line)?.[1];
    if (!url) continue;
    child.stdout.resume();
    const send = async () => {
      const [response] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
      const body = Buffer.concat(await response.toArray()).toString();
      return {
        connection: response.headers.connection,
        isClosing: (JSON.parse(body) as { isClosing: boolean }).isClosing,
      };
    };
    return { child, send, ended, port: Number(new URL(url).port) };
  }
  throw new Error('the process did not start');
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
  const { child, ended, port } = await startProcess();
  /** @returns the status line, or the error code of the connection */
  const requestLate = async () => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    try {
      await once(socket, 'connect');
    } catch (error) {
      return (error as { code: string }).code;
    }
    await delay(200);
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    return text(socket).then(
      (response) => response.split('\r\n', 1)[0],
      (error: { code: string }) => error.code,
    );
  };
  child.kill('SIGTERM');
  const outcomes: Promise<string | undefined>[] = [];
  const isOver = ended.then(() => true);
  while (!(await Promise.race([isOver, delay(20, false)]))) outcomes.push(requestLate());
  expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['HTTP/1.1 200 OK', 'ECONNREFUSED']));
});

it('a process that is shutting down does not wait for an idle connection longer than its limit', async () => {
  const { child, send, ended } = await startProcess();
  await send();
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
});
