#!/usr/bin/env node
// `npm run images`: writes the digests that the registries have for the tags under `x-images` of docker-compose.yml, so
// that every installation of a version runs the same images. Tags without a digest stay usable. Plain JavaScript without
// packages.
import { spawnSync } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '../../docker-compose.yml');
const BLOCK = /^x-images:\n(?: {2}.*\n)+/m;
const ENTRY = /^( {2}\S+: &\S+ )([^@\s]+)(@sha256:[0-9a-f]{64})?$/gm;

/** @param {string} image with its tag @returns {string | undefined} `@sha256:…` of the registry, for all platforms */
function findDigest(image) {
  const args = ['buildx', 'imagetools', 'inspect', '--format', '{{json .Manifest}}', image];
  const { status, stdout } = spawnSync('docker', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  return status === 0 ? `@${JSON.parse(stdout).digest}` : undefined;
}

const text = readFileSync(FILE, 'utf8');
const pinned = text.replace(BLOCK, (block) =>
  block.replaceAll(ENTRY, (_line, name, image, former = '') => {
    const digest = findDigest(image);
    const state = digest === former ? 'inchangée' : 'nouvelle';
    console.log(digest ? `✓ ${image}${digest} : ${state}` : `✗ ${image}${former} : le registre ne la donne pas`);
    if (!digest) process.exitCode = 1;
    return `${name}${image}${digest ?? former}`;
  }),
);
if (pinned !== text) {
  writeFileSync(`${FILE}.new`, pinned);
  renameSync(`${FILE}.new`, FILE);
}
