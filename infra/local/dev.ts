/** `npm run dev`: the product in watch mode; services restart and pages change as their files do. */
import { join } from 'node:path';
import { createServer } from 'vite';
import { ROOT } from './services.ts';
import { readSettings } from './settings.ts';
import { startStack } from './stack.ts';
import { endRequested, keepRunning, report } from './terminal.ts';

const end = endRequested();
try {
  const settings = readSettings(process.env);
  const stack = await startStack({ ...settings, watch: true, signal: end, log: (line) => console.log(line) });
  // To the gateway, pages then come from its own address, as they do in production.
  const gateway = { target: stack.url, headers: { origin: new URL(stack.publicUrl).origin } };
  const proxy = { '/api': gateway, '/ws': { ...gateway, ws: true } };
  const serve = async (site: string, port: number) => {
    const server = await createServer({ root: join(ROOT, site), server: { port, proxy } });
    await server.listen();
    return server.resolvedUrls?.local[0] ?? '';
  };
  const lines: [string, string][] = [
    ['Site des clients', await serve('web-customer', 5173)],
    ['Administration', await serve('web-admin', 5174)],
    ['Passerelle', stack.url],
    ...(stack.mailUrl ? [['E-mails envoyés', stack.mailUrl] satisfies [string, string]] : []),
    ['Administrateur', `admin / ${stack.adminPassword}`],
  ];
  await keepRunning(stack, 'FasoColis est prêt, en mode développement.', lines, end);
} catch (error) {
  if (!end.aborted) report(error);
}
process.exit();
