/// <reference lib="dom" />
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEMO_CUSTOMERS, DEMO_PASSWORD } from '@fasocolis/contracts/demo';
import { loadSharp } from '@fasocolis/image-kit/sharp';
import {
  type APIRequestContext,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from '@playwright/test';
import { chromiumPath } from '../../infra/local/apt.ts';
import type { PictureData } from './data.ts';

const PHONE = { viewport: { width: 360, height: 800 }, deviceScaleFactor: 2 };
const LAPTOP = { viewport: { width: 1366, height: 860 } };
/** The viewport of screens of which the lower half matters too. */
const TALL = { width: 1366, height: 1200 };
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];

export interface Studio {
  url: string;
  publicUrl: string;
  /** Where the pictures go. */
  folder: string;
  /** Signed in as the administrator. */
  admin: APIRequestContext;
  data: PictureData;
}

/** Takes the pictures of the documentation. */
export async function takePictures(studio: Studio): Promise<void> {
  await onBrowser(studio, [], async (open) => {
    const { parcel, consignment } = studio.data;
    const visitor = await open(PHONE);
    await visitor.goto('/');
    await keep(studio, visitor, 'customer-home', visitor.getByRole('button', { name: 'Suivre' }));
    await visitor.goto(`/c/${parcel.reference}`);
    await keep(studio, visitor, 'customer-parcel', visitor.getByTestId('result-card'));

    const customer = await open(PHONE);
    const [{ username }] = DEMO_CUSTOMERS;
    await customer.request.post('/api/auth/login', { data: { email: username, password: DEMO_PASSWORD } });
    await customer.goto('/notifications');
    const message = customer.getByRole('listitem').filter({ hasText: 'En transit' });
    await keep(studio, customer, 'customer-notifications', message);

    const office = await open({ ...LAPTOP, storageState: await studio.admin.storageState() });
    await office.goto('/admin');
    await keep(studio, office, 'dashboard', office.getByRole('row').nth(3));
    await office.goto('/admin/orders');
    await office.getByRole('button', { name: 'Tableau', exact: true }).click();
    await keep(studio, office, 'orders', office.getByRole('row').nth(12));
    await office.setViewportSize(TALL);
    await office.goto(`/admin/orders/${parcel.id}`);
    await keep(studio, office, 'parcel-file', office.getByText('Message : Nouvelles de votre colis'));
    await office.goto(`/admin/consignments/${consignment.id}`);
    await keep(studio, office, 'consignment', office.getByRole('row').nth(4));
    await writeFile(filmOf(studio), await filmLabel(office, studio.data));

    const phone = await open({ ...PHONE, ...(await atPublicAddress(studio)) });
    await serveAtPublicAddress(studio, phone);
    await phone.goto('/admin/to-tell');
    await keep(studio, phone, 'to-tell', phone.getByTestId('person-to-tell').getByText('Pour suivre'));
  });
  const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  await onBrowser(studio, [...camera, `--use-file-for-fake-video-capture=${filmOf(studio)}`], async (open) => {
    const phone = await open({ ...PHONE, storageState: await studio.admin.storageState() });
    await scan(phone, studio.data);
    await keep(studio, phone, 'scanner', phone.getByTestId('last-hit'));
  });
}

/** The options of a signed-in browser whose messages are to name the public address. */
async function atPublicAddress({ admin, publicUrl }: Studio): Promise<BrowserContextOptions> {
  const { cookies } = await admin.storageState();
  const domain = new URL(publicUrl).hostname;
  return { baseURL: publicUrl, storageState: { cookies: cookies.map((each) => ({ ...each, domain })), origins: [] } };
}

const serveAtPublicAddress = ({ url, publicUrl }: Studio, page: Page) =>
  page.route(`${publicUrl}/**`, async (route) => {
    const local = route.request().url().replace(publicUrl, url);
    await route.fulfill({ response: await route.fetch({ url: local }) });
  });

const filmOf = ({ folder }: Studio) => join(folder, 'label.mjpeg');

type Open = (options: BrowserContextOptions) => Promise<Page>;

async function onBrowser({ url }: Studio, args: string[], work: (open: Open) => Promise<void>): Promise<void> {
  const executablePath = chromiumPath((line) => console.log(line));
  const browser = await chromium.launch({ executablePath, args: [...ARGUMENTS, ...args] });
  try {
    await work(async (options) => {
      // Requests that pass through a worker cannot be held back.
      const place = {
        baseURL: url,
        locale: 'fr-FR',
        timezoneId: 'GMT',
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
      } as const;
      return openPage(await browser.newContext({ ...place, ...options }));
    });
  } finally {
    await browser.close();
  }
}

/** A page without popups. */
async function openPage(context: BrowserContext): Promise<Page> {
  await context.route('**/api/popup-notifications/unseen/user/*', (route) => route.fulfill({ json: [] }));
  return context.newPage();
}

/**
 * Writes the page, once it shows what the picture is about, as a PNG with a palette: a third of the size, without a
 * visible difference.
 */
async function keep({ folder }: Studio, page: Page, name: string, subject: Locator): Promise<void> {
  await subject.waitFor();
  await page.waitForLoadState('networkidle');
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  const sharp = await loadSharp();
  const file = join(folder, `${name}.png`);
  const { size } = await sharp(picture).png({ palette: true, colours: 96, dither: 0, effort: 10 }).toFile(file);
  console.log(`${name}.png: ${Math.ceil(size / 1000)} kB`);
}

/** A photograph of the label of the last parcel to scan, as it lies on cardboard, for the camera of the browser. */
async function filmLabel(page: Page, { arrivals }: PictureData): Promise<Buffer> {
  await page.goto(`/admin/orders/${arrivals.at(-1)?.id}?dialog=labels`);
  await page.getByRole('dialog').getByRole('status').waitFor();
  await page.emulateMedia({ media: 'print' });
  const label = (await page.getByRole('article').last().screenshot()).toString('base64');
  await page.emulateMedia({ media: null });
  await page.setViewportSize({ width: 960, height: 720 });
  await page.goto('about:blank');
  await page.setContent(`<body style="margin: 0; display: grid; place-content: center; height: 100vh;
    background: #b98d5a">
    <img width="760" style="rotate: -3deg; box-shadow: 0 3px 14px #0008" src="data:image/png;base64,${label}">`);
  return page.screenshot({ type: 'jpeg', quality: 92 });
}

/** Receives parcels: the last one with the camera, those before it with a scanner that works as a keyboard. */
async function scan(page: Page, { arrivals }: PictureData): Promise<void> {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  // The camera reads as soon as its reader is loaded.
  await page.route('**/*.wasm', async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto('/admin/scan');
  const counter = page.getByTestId('scan-counter');
  await counter.waitFor();
  // As fast as such a scanner: keys that come slowly are taken for typing.
  await page.evaluate(
    (texts) => {
      for (const key of texts.flatMap((text) => [...Array.from(text), 'Enter']))
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    },
    arrivals.slice(0, -1).map(({ reference }) => reference),
  );
  await counter.filter({ hasText: `${arrivals.length - 1} lectures` }).waitFor();
  release();
  await counter.filter({ hasText: `${arrivals.length} lectures` }).waitFor();
  await counter.filter({ hasNotText: 'envoyer' }).waitFor();
}
