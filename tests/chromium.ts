import { chromiumPath } from '../infra/local/apt.ts';

/** Ends a run of browser tests at once, with advice, where there is no Chromium and none can be installed. */
export default function requireChromium(): void {
  chromiumPath((line) => console.log(line));
}
