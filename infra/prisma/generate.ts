/** `npm run generate`: generates the Prisma clients whose schema has changed into src/generated/prisma. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SERVICES } from '@fasocolis/contracts/services';

const ROOT = resolve(import.meta.dirname, '../..');

/** What the clients depend on besides their schemas; paths from the root. */
export const GENERATORS = ['node_modules/prisma/package.json', 'infra/prisma/generate.ts'];

/** The commands, each with its input and one output file (paths from the root). */
export function clientPrograms() {
  const services = SERVICES.filter((service) => existsSync(join(ROOT, 'services', service, 'prisma/schema.prisma')));
  return services.map((service) => ({
    name: `prisma-${service}`,
    command: process.execPath,
    args: [join(ROOT, 'node_modules/prisma/build/index.js'), 'generate', '--no-hints'],
    cwd: join(ROOT, 'services', service),
    // Keeps the CLI from downloading its native engine, which is not needed here.
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' },
    schema: `services/${service}/prisma/schema.prisma`,
    output: `services/${service}/src/generated/prisma/client.ts`,
  }));
}

const timeOf = (path: string) => statSync(join(ROOT, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

const EMBEDDED_COMPILER =
  /const \{ wasm \} = await import\("([^"]+wasm-base64\.mjs)"\)\s+return await decodeBase64AsWasm\(wasm\)/;

/**
 * Makes a generated client read its query compiler from a file. As generated, it imports it as base64 text, which takes
 * 12 MiB of each process's memory (docs/decisions/0021).
 * @param output of the client's command
 * @throws Error when Prisma generates other code than expected here
 */
export async function readCompilerFromFile(output: string): Promise<void> {
  const folder = join(ROOT, dirname(output), 'internal');
  const code = readFileSync(join(folder, 'class.ts'), 'utf8');
  const [embedded, source] = EMBEDDED_COMPILER.exec(code) ?? [];
  if (embedded === undefined || source === undefined) throw new Error(`No query compiler in ${folder}/class.ts`);
  const { wasm } = (await import(source)) as { wasm: string };
  writeFileSync(join(folder, 'query_compiler.wasm'), Buffer.from(wasm, 'base64'));
  const read = `const { readFile } = await import('node:fs/promises')
    return new WebAssembly.Module(await readFile(new URL('query_compiler.wasm', import.meta.url)))`;
  writeFileSync(join(folder, 'class.ts'), code.replace(embedded, read));
}

/** @throws Error when a schema is invalid; Prisma's own message is printed before */
export async function generateChangedClients(): Promise<void> {
  for (const { command, args, cwd, env, schema, output } of clientPrograms()) {
    const changed = Math.max(...[schema, ...GENERATORS].map(timeOf));
    if (timeOf(output) > changed) continue;
    execFileSync(command, args, { cwd, env, stdio: 'inherit' });
    await readCompilerFromFile(output);
  }
}

if (import.meta.main) await generateChangedClients();
