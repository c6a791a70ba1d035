import { readFileSync } from 'node:fs';
import { PAGE_SLUGS } from '@fasocolis/contracts/pages';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumPath } from '../infra/local/apt.ts';
import type { Stack } from '../infra/local/stack.ts';
import { CATEGORIES, type Scores, startLighthouse } from './lighthouse.ts';
import { interleave, median } from './load.ts';
import { signInAsAdmin, startProduct } from './product.ts';
import { BUDGETS, firstLoad, scriptsLoadedBy, weigh } from './web-weight.ts';

const RUNS = 5;
const PARCEL = '/c/DEMO0003';
/** Most bytes until the first interaction, and most milliseconds until the largest part is drawn on a slow phone. */
const FIRST_VISITS = [
  { path: PARCEL, bytes: 14_000, time: 1000 },
  { path: '/', bytes: 30_000, time: 2500 },
  { path: '/products', bytes: 40_000, time: 2500 },
];
const PUBLIC_PAGES = [
  '/',
  PARCEL,
  '/products',
  '/product/1',
  '/nos-delais',
  '/auth',
  ...PAGE_SLUGS.map((slug) => `/${slug}`),
];
/** Most bytes of a second visit to a parcel that has not changed. */
const SECOND_VISIT_BYTES = 2000;
const LEAST_SCORES: Scores = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
/** Pages rendered in a second of the gateway's processor. */
const LEAST_PAGES = 150;

interface Row {
  what: string;
  figure: string;
  target: string;
  isMet: boolean;
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const atMost = (what: string, value: number, limit: number, format: (value: number) => string): Row => ({
  what,
  figure: format(value),
  target: `≤ ${format(limit)}`,
  isMet: value <= limit,
});
const milliseconds = (value: number) => `${Math.round(value)} ms`;
const isOfBackOffice = (path: string) => path.startsWith('/admin/');
const noTarget = (what: string, figure: string): Row => ({ what, figure, target: '', isMet: true });

interface FirstVisit {
  /** Bytes of all responses, headers included, until the network is idle. */
  all: number;
  /** The bytes of a second visit, with what the browser has stored. */
  again: number;
  /** Bytes of the scripts that had arrived before anything was drawn. */
  scriptsBeforePaint: number;
}

/** A visit that touches nothing, and a second one, without the files that are stored for later. */
async function visitFirst(browser: Browser, url: string, saveData: boolean): Promise<FirstVisit> {
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 360, height: 740 } });
  if (saveData) {
    await context.addInitScript('Object.defineProperty(navigator, "connection", { value: { saveData: true } })');
  }
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  let all = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    all += encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const scriptsBeforePaint = await page.evaluate(() => {
    const [paint] = performance.getEntriesByType('paint');
    return (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ initiatorType, name, responseEnd }) => {
        return (initiatorType === 'script' || name.endsWith('.js')) && responseEnd < (paint?.startTime ?? 0);
      })
      .reduce((sum, { transferSize }) => sum + transferSize, 0);
  });
  const first = all;
  await page.goto('about:blank');
  await page.goto(url, { waitUntil: 'networkidle' });
  await context.close();
  return { all: first, again: all - first, scriptsBeforePaint };
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
    atMost("scripts of the customer site's shell, gzip", weigh(scripts, 'gz'), BUDGETS.customerScripts, kilobytes),
    noTarget('the same, Brotli', kilobytes(weigh(scripts, 'br'))),
    atMost('style sheet of the customer site, gzip', weigh(styles, 'gz'), BUDGETS.customerStyles, kilobytes),
    atMost('scripts from sign-in to the back office, gzip', weigh(adminScripts, 'gz'), BUDGETS.adminScripts, kilobytes),
    noTarget('the same, Brotli', kilobytes(weigh(adminScripts, 'br'))),
    noTarget("of these the back office's own, gzip", kilobytes(weigh(adminScripts.filter(isOfBackOffice), 'gz'))),
  ];
  for (const { path, bytes } of FIRST_VISITS) {
    const saving = await visitFirst(browser, url + path, true);
    const usual = await visitFirst(browser, url + path, false);
    rows.push(
      atMost(`${path}: bytes until the first interaction, Save-Data`, saving.all, bytes, kilobytes),
      atMost(`${path}: bytes of a second visit, Save-Data`, saving.again, SECOND_VISIT_BYTES, kilobytes),
      noTarget(`${path}: bytes of a visit on a fast connection`, kilobytes(usual.all)),
      atMost(`${path}: scripts before the first paint`, usual.scriptsBeforePaint, 90_000, kilobytes),
    );
  }
  await browser.close();
  return rows;
}

async function timesAndScores(url: string): Promise<Row[]> {
  const lighthouse = await startLighthouse();
  const rows: Row[] = [];
  for (const { path, time } of FIRST_VISITS) {
    const visits: Awaited<ReturnType<typeof lighthouse.visitSlowly>>[] = [];
    for (let run = 0; run < RUNS; run += 1) visits.push(await lighthouse.visitSlowly(url + path));
    const isParcel = path === PARCEL;
    const drawn = median(visits.map(({ card, largest }) => (isParcel ? card : largest)));
    const shift = Math.max(...visits.map((each) => each.shift));
    rows.push(
      atMost(`${path}: ${isParcel ? 'whole card' : 'largest part'} drawn on a slow phone`, drawn, time, milliseconds),
      atMost(`${path}: layout shift, largest of ${RUNS} visits`, shift, 0, (value) => value.toFixed(3)),
    );
  }
  for (const path of PUBLIC_PAGES) rows.push(await scoresOf(path));
  await lighthouse.stop();
  return rows;

  async function scoresOf(path: string): Promise<Row> {
    const runs: Scores[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const { scores, faults } = await lighthouse.score(url + path);
      runs.push(scores);
      if (run === 0) for (const fault of faults) console.log(`${path}: ${fault}`);
    }
    const medians = CATEGORIES.map((name) => median(runs.map((scores) => scores[name])));
    // Search engines do not list it.
    const least = path === '/auth' ? { ...LEAST_SCORES, seo: 0 } : LEAST_SCORES;
    return {
      what: `Lighthouse ${path}: ${CATEGORIES.join(', ')}`,
      figure: medians.join(', '),
      target: CATEGORIES.map((name) => least[name]).join(', '),
      isMet: CATEGORIES.every((name, index) => (medians[index] ?? 0) >= least[name]),
    };
  }
}

/** Seconds of processor time that a process has used (proc_pid_stat(5); a clock tick is 10 ms). */
function processorTime(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13);
  return (Number(user) + Number(system)) / 100;
}

/** The gateway's work for a page that has to be rendered, one that has not changed, and a file. */
async function rendering(stack: Stack): Promise<Row[]> {
  const gateway = stack.processes().find(({ name }) => name === 'gateway')?.pid ?? 0;
  const costOf = async (paths: string[] | ((n: number) => string)) => {
    const before = processorTime(gateway);
    const { load } = await interleave({ load: { url: stack.url, paths, seconds: 5, connections: 8 } }, 1);
    // The warm-up counts as well: three seconds at the same rate.
    return (1000 * (processorTime(gateway) - before)) / (load.rate * 8);
  };
  const rendered = await costOf((n) => `${PARCEL}?n=${n}`);
  const unchanged = await costOf([PARCEL]);
  const file = await costOf(['/index.html']);
  const pages = Math.round(1000 / rendered);
  const perRequest = (value: number) => `${value.toFixed(2)} ms`;
  return [
    {
      what: 'pages rendered in a second of one core',
      figure: String(pages),
      target: `≥ ${LEAST_PAGES}`,
      isMet: pages >= LEAST_PAGES,
    },
    noTarget('processor time of the gateway for a rendered page', perRequest(rendered)),
    noTarget('for an unchanged page', perRequest(unchanged)),
    noTarget('for a static file', perRequest(file)),
  ];
}

/** Measures the sites' weight, public pages on a slow phone, Lighthouse scores, and what rendering costs the gateway. */
export async function web(): Promise<void> {
  const stack = await startProduct('web', { demoData: true });
  try {
    const cookie = await signInAsAdmin(stack);
    const rows = [
      ...(await rendering(stack)),
      ...(await weights(stack.url, cookie)),
      ...(await timesAndScores(stack.url)),
    ];
    console.table(rows);
    if (rows.some(({ isMet }) => !isMet)) process.exitCode = 1;
  } finally {
    await stack.stop();
  }
}
