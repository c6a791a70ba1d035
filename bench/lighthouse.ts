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

const CATEGORIES = ['accessibility', 'best-practices', 'seo'] as const;

/**
 * Runs in the page. Marks the first frames with an order's status and with its whole card. The splash, which covers the
 * page for a fixed time (D-77), counts as played.
 */
function markParcel(): void {
  sessionStorage.setItem('fasocolis:splash', 'played');
  const wanted = new Map([
    ['status', '.fc-badge'],
    ['card', '[data-testid="result-card"]'],
  ]);
  const look = () => {
    for (const [name, selector] of wanted) {
      if (!document.querySelector(selector)?.checkVisibility()) continue;
      performance.mark(name);
      wanted.delete(name);
    }
    if (wanted.size > 0) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

export interface Scores {
  /** From 0 to 100. */
  scores: Record<(typeof CATEGORIES)[number], number>;
  faults: string[];
}

export async function startLighthouse() {
  const port = await freePort();
  const browser = await chromium.launchPersistentContext('', {
    executablePath: chromiumPath((line) => console.log(line)),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', `--remote-debugging-port=${port}`],
  });
  await browser.addInitScript(markParcel);

  async function visit(url: string, flags: Flags) {
    for (let left = ATTEMPTS; ; left -= 1) {
      const run = await lighthouse(url, { port, logLevel: 'silent', ...flags });
      if (run && !run.lhr.runtimeError) return run.lhr;
      if (left === 1) throw new Error(`${url}: ${run?.lhr.runtimeError?.message}`);
    }
  }

  return {
    /**
     * Opens an order's link with an empty cache.
     * @returns the milliseconds until its status and its whole card are drawn
     */
    async timeParcel(url: string): Promise<{ status: number; card: number }> {
      const { audits } = await visit(url, {
        onlyAudits: ['user-timings'],
        // Applied, because a simulation does not know when the status is drawn.
        throttlingMethod: 'devtools',
        throttling: SLOW_PHONE,
      });
      const { details } = audits['user-timings'] ?? {};
      const marks = details?.type === 'table' ? details.items : [];
      const timeOf = (name: string) => Number(marks.find((mark) => mark.name === name)?.startTime);
      return { status: timeOf('status'), card: timeOf('card') };
    },

    async score(url: string): Promise<Scores> {
      const { categories, audits } = await visit(url, {
        onlyCategories: [...CATEGORIES],
        throttlingMethod: 'provided',
      });
      const scoreOf = (name: (typeof CATEGORIES)[number]) => Math.round((categories[name]?.score ?? 0) * 100);
      const faults = Object.values(categories)
        .flatMap(({ auditRefs }) => auditRefs)
        .filter(({ weight }) => weight > 0)
        .flatMap(({ id }) => {
          const { score = null, title = '' } = audits[id] ?? {};
          return score !== null && score < 1 ? [`${id}: ${title}`] : [];
        });
      return {
        scores: {
          accessibility: scoreOf('accessibility'),
          'best-practices': scoreOf('best-practices'),
          seo: scoreOf('seo'),
        },
        faults,
      };
    },

    stop: () => browser.close(),
  };
}
