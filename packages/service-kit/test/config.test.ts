import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { baseEnvironment, count, loadConfig, port } from '../src/ops/config.ts';

const folder = mkdtempSync(join(tmpdir(), 'config-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function fileWith(text: string): string {
  files += 1;
  const path = join(folder, `secret-${files}`);
  writeFileSync(path, text);
  return path;
}

const load = (env: NodeJS.ProcessEnv, names: string[]) =>
  loadConfig('example', Object.fromEntries(names.map((name) => [name, z.optional(z.string())])), env);

describe('loadConfig', () => {
  it('reads any variable from a file, without the newline that an editor adds', () => {
    expect(load({ KEY_FILE: fileWith('from a file\n') }, ['KEY'])).toEqual({ KEY: 'from a file' });
    expect(loadConfig('example', { PORT: port }, { PORT_FILE: fileWith('8080\r\n') })).toEqual({ PORT: 8080 });
  });

  it('treats an empty variable as one that is not set, and applies its default', () => {
    const shape = { LIMIT: count(600), LEVEL: baseEnvironment.LOG_LEVEL, WORD: z.optional(z.string()) };
    expect(loadConfig('example', shape, { LIMIT: '', LEVEL: '', WORD: '' })).toEqual({ LIMIT: 600, LEVEL: 'info' });
  });

  it('describes faults in English, whatever the language of users', () => {
    expect(() => loadConfig('example', { LIMIT: count(600) }, { LIMIT: 'abc' })).toThrow('expected number');
  });

  it('treats an empty secret file as a value that is not set', () => {
    expect(load({ KEY_FILE: fileWith('\n') }, ['KEY']).KEY).toBeUndefined();
    expect(() => loadConfig('example', { KEY: z.string() }, { KEY_FILE: fileWith('') })).toThrow(/KEY/);
  });

  it('reports an unreadable file and a value that is set twice, along with every other fault', () => {
    const env = { KEY_FILE: join(folder, 'absent'), WORD: 'a', WORD_FILE: fileWith('b'), PORT: 'abc' };
    const shape = { KEY: z.optional(z.string()), WORD: z.string(), PORT: port };
    expect(() => loadConfig('example', shape, env)).toThrow(
      /KEY_FILE cannot be read: .*absent \(ENOENT\)[\s\S]*WORD and WORD_FILE are both set[\s\S]*PORT/,
    );
  });

  it.each([
    ['an unreadable file', { WORD_FILE: join(folder, 'absent') }],
    ['a value that is set twice', { WORD: 'a', WORD_FILE: fileWith('b') }],
  ])('refuses %s when the value is optional too', (_what, env) => {
    expect(() => load(env, ['WORD'])).toThrow(/WORD_FILE/);
  });

  it('prints no secret in an error', () => {
    const env = { IDENTITY_KEY_FILE: fileWith('too-short-secret'), PORT: '1' };
    expect(() => loadConfig('example', baseEnvironment, env)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('too-short') }),
    );
  });

  it.each([
    [
      'postgresql://orders@db:5432/orders?sslmode=verify-full',
      'postgresql://orders:p%40ss%2F@db:5432/orders?sslmode=verify-full',
    ],
    ['redis://redis:6379', 'redis://:p%40ss%2F@redis:6379'],
    ['redis://:its-own@redis:6379', 'redis://:its-own@redis:6379'],
    ['smtps://user:its-own@smtp:465', 'smtps://user:its-own@smtp:465'],
  ])('adds the separate password to the URL %s', (url, whole) => {
    expect(load({ STORE_URL: url, STORE_PASSWORD_FILE: fileWith('p@ss/\n') }, ['STORE_URL'])).toEqual({
      STORE_URL: whole,
    });
  });

  it('leaves a URL unchanged when there is no password for it', () => {
    const env = { STORE_URL: 'redis://redis:6379', STORE_PASSWORD_FILE: fileWith('') };
    expect(load(env, ['STORE_URL'])).toEqual({ STORE_URL: 'redis://redis:6379' });
  });
});
