import { existsSync, readFileSync } from 'node:fs';

const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const plain = (xml: string) =>
  xml.replace(/<!\[CDATA\[|\]\]>/g, '').replace(/&(amp|lt|gt|quot|apos);/g, (_, name) => CHARACTERS[name] ?? '');

/** Reads a JUnit report of vitest or Playwright: the number of passed tests, and each failure with its message. */
export function readReport(file: string): { passed: number; failures: string[] } {
  const report = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const failures: string[] = [];
  let passed = 0;
  for (const [, attributes = '', content = ''] of report.matchAll(/<testcase ([^>]*)>([\s\S]*?)<\/testcase>/g)) {
    const attribute = (name: string) => plain(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');
    const fault = /<(failure|error)\b[^>]*>([\s\S]*?)<\/\1>/.exec(content)?.[2];
    if (fault !== undefined) failures.push(`${attribute('classname')} › ${attribute('name')}\n${plain(fault).trim()}`);
    else if (!content.includes('<skipped')) passed += 1;
  }
  return { passed, failures };
}
