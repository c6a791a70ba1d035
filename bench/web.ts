import { PAGE_SLUGS } from '@fasocolis/contracts/pages';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumPath } from '../infra/local/apt.ts';
import { type Scores, startLighthouse } from './lighthouse.ts';
import { median } from './load.ts';
import { signInAsAdmin, startProduct } from './product.ts';
import { BUDGETS, firstLoad, scriptsLoadedBy, weigh } from './web-weight.ts';

const RUNS = 5;
const PARCEL = '/?tracking=DEMO0003';
const PUBLIC_PAGES = ['/', PARCEL, '/products', '/product/1', '/auth', ...PAGE_SLUGS.map((slug) => `/${slug}`)];

/** Milliseconds until an order's status is drawn. */
const STATUS_LIMIT = 2500;
const LEAST_SCORES: Scores['scores'] = { accessibility: 100, 'best-practices': 100, seo: 95 };

interface Row {
  what: string;
  figure: string;
  target: string;
  isMet: boolean;
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const atMost = (what: string, bytes: number, limit: number): Row => ({
  what,
  figure: kilobytes(bytes),
  target: `≤ ${limit / 1000} kB`,
  isMet: bytes <= limit,
});
const isOfBackOffice = (path: string) => path.startsWith('/admin/');
const noTarget = (what: string, figure: string): Row => ({ what, figure, target: '', isMet: true });

/** All response bytes of a first visit, without files stored for later. */
async function bytesOfFirstVisit(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    sizes.push(request.sizes().then((size) => size.responseBodySize + size.responseHeadersSize));
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await context.close();
  return total;
}

async function openBackOffice(page: Page, url: string, cookie: string): Promise<void> {
  await page.goto(`${url}/auth`, { waitUntil: 'networkidle' });
  const [name = '', value = ''] = cookie.split('=', 2);
  await page.context().addCookies([{ name, value, url }]);
  await page.goto(`${url}/admin`, { waitUntil: 'networkidle' });
}

async function weights(url: string, cookie: string): Promise<Row[]> {
  const { scripts, styles } = firstLoad('web-customer');
  const browser = await chromium.launch({ executablePath: chromiumPath(console.log), args: ['--no-sandbox'] });
  const page = await browser.newPage({ serviceWorkers: 'block' });
  const adminScripts = await scriptsLoadedBy(page, () => openBackOffice(page, url, cookie));
  const rows = [
    atMost(
      'scripts of the customer site before its first picture, gzip',
      weigh(scripts, 'gz'),
      BUDGETS.customerScripts,
    ),
    noTarget('the same, Brotli', kilobytes(weigh(scripts, 'br'))),
    atMost('style sheet of the customer site, gzip', weigh(styles, 'gz'), BUDGETS.customerStyles),
    atMost('scripts from sign-in to the back office, gzip', weigh(adminScripts, 'gz'), BUDGETS.adminScripts),
    noTarget('the same, Brotli', kilobytes(weigh(adminScripts, 'br'))),
    noTarget("of these the back office's own, gzip", kilobytes(weigh(adminScripts.filter(isOfBackOffice), 'gz'))),
  ];
  for (const path of ['/', PARCEL, '/products']) {
    rows.push(noTarget(`first visit to ${path}, all bytes`, kilobytes(await bytesOfFirstVisit(browser, url + path))));
  }
  await browser.close();
  return rows;
}

async function timesAndScores(url: string): Promise<Row[]> {
  const lighthouse = await startLighthouse();
  const times: { status: number; card: number }[] = [];
  for (let run = 0; run < RUNS; run += 1) times.push(await lighthouse.timeParcel(url + PARCEL));
  const status = median(times.map((time) => time.status));
  const card = median(times.map((time) => time.card));
  const rows: Row[] = [
    {
      what: `status drawn, median of ${RUNS}`,
      figure: `${Math.round(status)} ms`,
      target: `≤ ${STATUS_LIMIT} ms`,
      isMet: status <= STATUS_LIMIT,
    },
    noTarget('whole card drawn', `${Math.round(card)} ms`),
  ];
  for (const path of PUBLIC_PAGES) {
    const { scores, faults } = await lighthouse.score(url + path);
    for (const fault of faults) console.log(`${path}: ${fault}`);
    const named = Object.entries(scores) as [keyof typeof scores, number][];
    rows.push({
      what: `Lighthouse ${path}: ${named.map(([category]) => category).join(', ')}`,
      figure: named.map(([, score]) => score).join(', '),
      target: Object.values(LEAST_SCORES).join(', '),
      isMet: named.every(([category, score]) => score >= LEAST_SCORES[category]),
    });
  }
  await lighthouse.stop();
  return rows;
}

/** Measures the sites' weight, the time to an order's status on a slow phone, and Lighthouse scores of public pages. */
export async function web(): Promise<void> {
  const stack = await startProduct('web', { demoData: true });
  try {
    console.log(`${PUBLIC_PAGES.length} pages, ${RUNS} visites lentes…`);
    const rows = [...(await weights(stack.url, await signInAsAdmin(stack))), ...(await timesAndScores(stack.url))];
    console.table(rows);
    if (rows.some(({ isMet }) => !isMet)) process.exitCode = 1;
  } finally {
    await stack.stop();
  }
}
