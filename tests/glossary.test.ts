import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const tracked = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n');

/** The words of the column "not", without those in italics, which have a meaning elsewhere. */
const FORBIDDEN = [...read('docs/glossary.md').matchAll(/^\|[^|]+\|[^|]+\| ([^|]+) \|$/gm)]
  .flatMap(([, cell = '']) => cell.split(','))
  .map((word) => word.trim().toLowerCase())
  .filter((word) => /^[a-z\d]/.test(word) && word !== 'not');

/** Lines with a name that somebody else chose, that installations have stored, or that is French. */
const EXCEPTIONS = [
  /\b[A-Z_]*MAILS?(?:_[A-Z]+)*\b/, // settings
  /\bmail: |\bdata\.mail\b/, // a field of the stored event account.changed
  /profile mail\b|services\.mail\b/, // the profile of Compose
  /maildev|MailDev|sendMail|SendMailOptions/,
  /terminal\.question\(|lucide-react|<FileQuestion|\bicon: |\bICONS\b/,
  /Questions fréquentes|e[- ]\??mails?\b|\bmail\\?\.example/i,
];

/** Comments, titles of tests and identifiers; other strings are French, stored or chosen by others. */
const TOKEN =
  /(\/\/.*|\/\*[\s\S]*?\*\/)|(\b(?:it|test|describe)(?:\.\w+)*\(\s*)?('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|[A-Za-z_$][\w$]*/g;

const HABIT = /(?:^|\s)(?:\/\*\*|\/\/\/?|\{\/\*|\*) (?:Of|The same|Also|Not)\b/;

/** What a pattern matched in a text, with the line where it begins. */
function* matchesWithLines(text: string, pattern: RegExp): Generator<[match: RegExpExecArray, line: number]> {
  let line = 1;
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    for (let at = text.indexOf('\n', end); at >= 0 && at < match.index; at = text.indexOf('\n', at + 1)) line += 1;
    end = match.index;
    yield [match, line];
  }
}

/** The words of a text in small letters, those of `camelCase` and `SNAKE_CASE` apart, as ` word word `. */
function wordsOf(text: string): string {
  const words = text.replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ').toLowerCase();
  return ` ${words.match(/[a-z\d]+(?:-[a-z\d]+)*/g)?.join(' ') ?? ''} `;
}

/** Texts without it need no closer look: most. */
const ROUGH = new RegExp(FORBIDDEN.join('|').replaceAll(/[ -]/g, '.?'), 'i');

function forbiddenIn(text: string): string[] {
  if (!ROUGH.test(text)) return [];
  const words = wordsOf(text);
  return FORBIDDEN.filter((word) => words.includes(` ${word} `) || words.includes(` ${word}s `));
}

/** The sentences of a document, line by line, without code, links and the glossary's own column. */
const proseOf = (file: string) =>
  read(file)
    .replaceAll(/^ *```[\s\S]*?^ *```$/gm, (block) => block.replaceAll(/[^\n]/g, ''))
    .replaceAll(/`[^`\n]*`|\]\([^)\n]*\)/g, '')
    .replaceAll(/^(\|.*\|.*\|).*\|$/gm, file === 'docs/glossary.md' ? '$1' : '$&')
    .split('\n');

it('no identifier, comment or title of a test has a word for which the glossary has another one', () => {
  const faults: string[] = [];
  for (const file of tracked('*.ts', '*.tsx', '*.mjs', ':!tests/glossary.test.ts')) {
    const text = read(file);
    const lines = text.split('\n');
    for (const [[token, comment, title, string], first] of matchesWithLines(text, TOKEN)) {
      if (string && !title) continue;
      for (const [index, part] of (comment ? token.split('\n') : [token]).entries()) {
        const line = lines[first + index - 1] ?? '';
        const words = forbiddenIn(part);
        if (words.length > 0 && !EXCEPTIONS.some((exception) => exception.test(line))) {
          faults.push(`${file}:${first + index}: ${words.join(', ')}`);
        }
      }
    }
  }
  expect([...new Set(faults)]).toEqual([]);
});

it('no document has a word for which the glossary has another one', () => {
  const french = [':!docs/requirements.md', ':!docs/guide-administrateur.md'];
  const faults = tracked('*.md', ...french).flatMap((file) =>
    proseOf(file).flatMap((line, index) => forbiddenIn(line).map((word) => `${file}:${index + 1}: ${word}`)),
  );
  expect(faults).toEqual([]);
});

it('no comment begins with "Of", "The same", "Also" or "Not", and leaves its subject to the line below', () => {
  const faults = tracked('*.ts', '*.tsx', '*.mjs', '*.prisma').flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) => (HABIT.test(line) ? `${file}:${index + 1}: ${line.trim()}` : [])),
  );
  expect(faults).toEqual([]);
});
