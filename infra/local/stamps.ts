import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './services.ts';

const STAMPS = join(ROOT, 'node_modules/.cache/fasocolis');

/** One hash over the names and contents of these files and, of folders, all files below; paths from the root. */
function hashOf(inputs: string[]): string {
  const hash = createHash('sha256');
  const filesOf = (input: string) =>
    statSync(join(ROOT, input)).isDirectory()
      ? globSync(`${input}/**/*`, { cwd: ROOT, exclude: ['**/node_modules', '**/dist', '**/generated'] })
      : [input];
  for (const file of inputs.flatMap(filesOf).sort()) {
    if (statSync(join(ROOT, file)).isFile())
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(ROOT, file)))
        .update('\0');
  }
  return hash.digest('hex');
}

/**
 * Makes something only when it is missing or its inputs have changed since it was last made to the end.
 *
 * @param output a file which the making leaves behind; it and the inputs are paths from the root
 */
export async function makeOnce(
  name: string,
  inputs: string[],
  output: string,
  make: () => Promise<void>,
): Promise<void> {
  const stamp = join(STAMPS, name);
  const hash = hashOf(inputs);
  if (existsSync(join(ROOT, output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  rmSync(stamp, { force: true });
  await make();
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(stamp, hash);
}
