/// <reference lib="dom" />
import { chromium } from '@playwright/test';
import lighthouse, { type Flags } from 'lighthouse';
import { chromiumPath } from '../infra/local/apt.ts';
import { freePort } from '../infra/local/ports.ts';

/** A cheap phone on a slow network: 400 kb/s, 400 ms latency, a quarter of this machine's processor. */
const SLOW_PHONE = {
  throughputKbps: 400,
  downloadThroughputKbps: 400,
  uploadThroughputKbps: 400,
  rttMs: 400,
  requestLatencyMs: 400,
  cpuSlowdownMultiplier: 4,
};

/** On a busy machine the browser misses a deadline now and then. */
const ATTEMPTS = 3;

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Scores = Record<(typeof CATEGORIES)[number], number>;

/** Runs in the page. Marks the first frame with a parcel's whole card. The splash (D-77) counts as played. */
function markCard(): void {
  sessionStorage.setItem('fasocolis:splash', 'played');
  const look = () => {
    if (document.querySelector('[data-testid="result-card"]')?.checkVisibility()) performance.mark('card');
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

export async function startLighthouse() {
  const port = await freePort();
  const browser = await chromium.launchPersistentContext('', {
    executablePath: chromiumPath((line) => console.log(line)),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', `--remote-debugging-port=${port}`],
  });
  await browser.addInitScript(markCard);

  async function visit(url: string, flags: Flags) {
    for (let left = ATTEMPTS; ; left -= 1) {
      const run = await lighthouse(url, { port, logLevel: 'silent', ...flags });
      if (run && !run.lhr.runtimeError) return run.lhr;
      if (left === 1) throw new Error(`${url}: ${run?.lhr.runtimeError?.message}`);
    }
  }

  return {
    /**
     * Opens a page with an empty cache on a slow phone.
     * @returns milliseconds until its largest part is drawn, and until a parcel's whole card is; cumulative layout shift
     */
    async visitSlowly(url: string): Promise<{ largest: number; card: number; shift: number }> {
      const { audits } = await visit(url, {
        onlyAudits: ['user-timings', 'largest-contentful-paint', 'cumulative-layout-shift'],
        // Applied, because a simulation does not know when the card is drawn.
        throttlingMethod: 'devtools',
        throttling: SLOW_PHONE,
      });
      const { details } = audits['user-timings'] ?? {};
      const marks = details?.type === 'table' ? details.items : [];
      return {
        largest: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
        card: Number(marks.find((mark) => mark.name === 'card')?.startTime),
        shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
      };
    },

    /** Scores of Lighthouse's mobile preset, from 0 to 100, and what they were reduced for. */
    async score(url: string): Promise<{ scores: Scores; faults: string[] }> {
      const { categories, audits } = await visit(url, { onlyCategories: [...CATEGORIES] });
      const scores = Object.fromEntries(
        CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
      ) as Scores;
      const faults = Object.values(categories)
        .flatMap(({ auditRefs }) => auditRefs)
        .filter(({ weight }) => weight > 0)
        .flatMap(({ id }) => {
          const { score = null, title = '' } = audits[id] ?? {};
          return score !== null && score < 0.9 ? [`${id}: ${title}`] : [];
        });
      return { scores, faults };
    },

    stop: () => browser.close(),
  };
}
