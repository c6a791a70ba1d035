/** `npm run screenshots [-- a-folder]`: the pictures of the documentation, of this version with demo data. */
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { request } from '@playwright/test';
import { ROOT } from '../../infra/local/root.ts';
import { report } from '../../infra/local/terminal.ts';
import { startTemporaryStack } from '../stack/temporary-stack.ts';
import { createData } from './data.ts';
import { takePictures } from './pictures.ts';

const folder = resolve(process.argv[2] ?? join(ROOT, 'docs/images'));
await mkdir(folder, { recursive: true });
const stack = await startTemporaryStack('screenshots', {
  publicUrl: 'https://colis.example.bf',
  log: (line) => console.log(line),
});
try {
  const admin = await request.newContext({ baseURL: stack.url });
  await admin.post('/api/auth/login', { data: { email: stack.adminEmail, password: stack.adminPassword } });
  const data = await createData(stack, admin);
  await takePictures({ url: stack.url, publicUrl: stack.publicUrl, folder, admin, data });
} catch (error) {
  report(error);
} finally {
  await rm(join(folder, 'label.mjpeg'), { force: true });
  await stack.stop();
}
process.exit();
