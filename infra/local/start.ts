/** `npm start`: the whole product in the foreground; `npm run dev`: the same in watch mode. */
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from './root.ts';
import { readSettings } from './settings.ts';
import { type Stack, startStack } from './stack.ts';
import { endRequested, report } from './terminal.ts';

type Lines = [label: string, value: string][];

async function serveSources(stack: Stack): Promise<Lines> {
  const { createServer } = await import('vite');
  // Pages come from the dev server's address, as they come from the gateway in production.
  const gateway = { target: stack.url, headers: { origin: new URL(stack.publicUrl).origin } };
  const proxy = { '/api': gateway, '/ws': { ...gateway, ws: true } };
  const serve = async (site: string, port: number) => {
    const server = await createServer({ root: join(ROOT, site), server: { port, proxy } });
    await server.listen();
    return server.resolvedUrls?.local[0] ?? '';
  };
  return [
    ['Site des clients', await serve('web-customer', 5173)],
    ['Administration', await serve('web-admin', 5174)],
    ['Passerelle', stack.url],
  ];
}

const builtSites = ({ publicUrl }: Stack): Lines => [
  ['Site des clients', publicUrl],
  ['Administration', `${publicUrl}/admin`],
  ["Documentation de l'API", `${publicUrl}/api/docs`],
];

const watch = process.argv.includes('--watch');
const end = endRequested();
try {
  const log = (line: string) => console.log(line);
  const stack = await startStack({ ...readSettings(process.env), watch, signal: end, log });
  const lines = watch ? await serveSources(stack) : builtSites(stack);
  if (stack.emailsUrl) lines.push(['E-mails envoyés', stack.emailsUrl]);
  lines.push(['Administrateur', `admin / ${stack.adminPassword}`]);
  if (stack.demoData) {
    lines.push(['Client de démonstration', 'client / Client-1234']);
    lines.push(['Agent de démonstration', 'agent / Agent-1234']);
  }
  const block = lines.map(([label, value]) => `  ${label.padEnd(24)} ${value}`);
  const title = watch ? 'FasoColis est prêt, en mode développement.' : 'FasoColis est prêt.';
  console.log(['', title, '', ...block, '', '  Ctrl-C pour tout arrêter ; les données sont gardées.', ''].join('\n'));
  const crash = await Promise.race([stack.crashed, end.aborted || once(end, 'abort')]);
  if (crash instanceof Error) report(crash);
  console.log('\nArrêt…');
  await stack.stop();
  console.log('FasoColis est arrêté. Les données sont gardées.');
} catch (error) {
  if (!end.aborted) report(error);
}
// A channel or timer of a library must not keep an idle launcher alive.
process.exit();
