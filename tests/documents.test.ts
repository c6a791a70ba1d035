import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const tracked = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n');

const documents = tracked('*.md').filter((file) => file !== 'docs/requirements.md');
const manuals = documents.filter((file) => !file.startsWith('docs/decisions/'));

interface Command {
  document: string;
  words: string[];
}

/** Placeholders such as `<file>` and `…` become words. */
const withoutPlaceholders = (text: string) => text.replaceAll(/<[a-z][\w ]*>|\$\(docker ps[^)]*\)|…/g, 'SOMETHING');

/** The blocks of shell code in a document. */
const blocksOf = (document: string) =>
  [...read(document).matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(([, block = '']) => withoutPlaceholders(block));

const PROGRAMS = /^(?:npm|npx|node|docker|git|apt-get|ssh)\b/;

/** The simple commands of a document, from blocks and from code within sentences. */
function commandsOf(document: string): Command[] {
  const inline = [...read(document).matchAll(/(?<!`)`([^`]+)`(?!`)/g)].map(([, code = '']) =>
    code.replaceAll('\n', ' '),
  );
  const code = [...blocksOf(document), ...inline.filter((text) => / /.test(text) && PROGRAMS.test(text))];
  return code
    .flatMap((text) => withoutPlaceholders(text).replaceAll('\\\n', ' ').split('\n'))
    .flatMap((line) => line.replace(/(?:^| )#.*/, '').split(/&&|\||;/))
    .map((command) => ({ document, words: command.trim().split(/\s+/) }))
    .filter(({ words: [program = ''] }) => PROGRAMS.test(program));
}

const commands = manuals.flatMap(commandsOf);
const of = (...start: string[]) => commands.filter(({ words }) => start.every((word, index) => words[index] === word));
const shown = ({ document, words }: Command) => `${document}: ${words.join(' ')}`;

/** Which of the commands a check objects to. */
const refused = (checked: Command[], isRight: (words: string[]) => boolean) => {
  expect(checked.length).toBeGreaterThan(0);
  return checked.filter(({ words }) => !isRight(words)).map(shown);
};

const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
const services = [
  ...(/^services:\n([\s\S]*?)^\w/m.exec(read('docker-compose.yml'))?.[1] ?? '').matchAll(/^ {2}([\w-]+):/gm),
].map(([, name = '']) => name);

// commands.test.ts runs the quick ones.
describe('commands of the documents', () => {
  it('are shell code that parses', () => {
    for (const document of manuals) {
      for (const block of blocksOf(document)) {
        expect(
          () => execFileSync('bash', ['-n'], { input: block, stdio: ['pipe', 'ignore', 'pipe'] }),
          block,
        ).not.toThrow();
      }
    }
  });

  it('run scripts of package.json, of which each has its file', () => {
    const script = ([, verb = '', ...rest]: string[]) =>
      verb === 'run' ? rest.find((word) => !word.startsWith('--')) : verb;
    const isRight = (words: string[]) => script(words) === 'install' || Object.hasOwn(scripts, script(words) ?? '');
    expect(refused(of('npm'), isRight)).toEqual([]);
    const files = Object.values(scripts).flatMap((line) => line.match(/[\w./-]+\.(?:ts|mjs)\b/g) ?? []);
    const started = [...read('infra/local/bootstrap.mjs').matchAll(/\['([\w./-]+\.(?:ts|mjs))'/g)].map(
      ([, file = '']) => file,
    );
    expect([...files, ...started].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it('run programs and files that exist', () => {
    const isFile = (word = '') => existsSync(join(ROOT, word));
    const isRight = ([program, first = '', ...rest]: string[]) =>
      (program === 'node' ? isFile(first) : isFile(`node_modules/.bin/${first}`)) &&
      [...rest].filter((word) => /\.ts$/.test(word)).every(isFile);
    expect(refused([...of('node'), ...of('npx')], isRight)).toEqual([]);
  });

  it('name measurements that exist', () => {
    const isRight = ([, , , , mode]: string[]) => !mode || new RegExp(`\\b${mode}'?[:,]`).test(read('bench/main.ts'));
    expect(refused(of('npm', 'run', 'bench'), isRight)).toEqual([]);
  });

  it('name services of Compose, and commands of the operator', () => {
    const isService = (word: string) => services.includes(word.replace(/=\d+$/, '')) || word === 'SOMETHING';
    const isRight = ([, , subcommand = '', ...words]: string[]) => {
      const values = words.filter((_word, index) => words[index - 1] === '-e');
      const names = words.filter(
        (word) => !/^[-<>]/.test(word) && !values.includes(word) && !/\.(?:backup|jsonl)$/.test(word),
      );
      if (!['run', 'exec'].includes(subcommand)) return names.every(isService);
      const [service = '', command = '', ...rest] = names;
      if (service === 'operator') return new RegExp(`\\b${command}\\b`).test(read('infra/operator/src/main.ts'));
      return isService(service) && (command !== 'node' || existsSync(join(ROOT, 'services', service, rest[0] ?? '')));
    };
    expect(services).toContain('notify-worker');
    expect(refused(of('docker', 'compose'), isRight)).toEqual([]);
  });
});

describe('names in the documents', () => {
  it('of settings exist in the sources', () => {
    const sources = tracked('*.ts', '*.tsx', '*.mjs', '*.yml', '*.example', '*.json', 'infra')
      .filter((file) => !/\.md$|\.test\.tsx?$|package-lock/.test(file) && !/^docs\//.test(file))
      .map(read)
      .join('\n');
    const known = new Set(sources.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*\b/g));
    const named = manuals.flatMap((document) =>
      [...read(document).matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)].map(([, name = '']) => name),
    );
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it('of source files exist', () => {
    const sources = tracked('*.ts', '*.tsx', '*.mjs');
    // That document adds a service, with its files.
    const named = manuals
      .filter((file) => file !== 'docs/adding-a-service.md')
      .flatMap((document) => read(document).match(/(?<![\w*}/.-])\w[\w./-]*\.(?:tsx?|mjs)\b/g) ?? []);
    expect(named.length).toBeGreaterThan(50);
    const isFile = (name: string) => sources.some((file) => `/${file}`.endsWith(`/${name}`));
    expect(named.filter((name) => !isFile(name))).toEqual([]);
  });

  it('of headings and linked files exist', () => {
    const slug = (heading: string) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .trim()
        .replaceAll(' ', '-');
    const headings = (file: string) => [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => slug(heading));
    const exists = (document: string, link: string) => {
      const [path = '', anchor] = link.split('#');
      const file = path ? join(dirname(document), path) : document;
      return existsSync(join(ROOT, file)) && (!anchor || headings(file).includes(decodeURIComponent(anchor)));
    };
    const links = documents.flatMap((document) =>
      [...read(document).matchAll(/\]\(([^()\s]+)\)|src="([^"]+)"/g)]
        .map(([, target, source]) => ({ document, link: target ?? source ?? '' }))
        .filter(({ link }) => !/^(?:https?|mailto):/.test(link)),
    );
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter(({ document, link }) => !exists(document, link))).toEqual([]);
  });

  it('of pictures are all of those that there are, each of at most 80 kB', () => {
    const texts = documents.map(read).join('\n');
    const pictures = tracked('docs/images');
    const isRight = (file: string) =>
      texts.includes(file.replace('docs/', '')) && statSync(join(ROOT, file)).size <= 80_000;
    expect(pictures.filter((file) => !isRight(file))).toEqual([]);
  });

  it('of requirements and sources in the comparison exist', () => {
    const [rows = '', list = ''] = read('docs/comparison.md').split('## Sources');
    const required = read('docs/requirements.md');
    const ids = rows.match(/\b[A-Z]+-\d{2,3}\b/g) ?? [];
    expect(ids.filter((id) => !required.includes(`| ${id} |`))).toEqual([]);
    const cited = new Set([...rows.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number)));
    const listed = [...list.matchAll(/^(\d+)\. <https:/gm)].map(([, number]) => Number(number));
    expect([...cited].sort((a, b) => a - b)).toEqual(listed);
  });

  it('of measurements in the comparison are those of the benchmarks', () => {
    const [, measured = ''] = read('docs/comparison.md').split('## Measured ratios');
    const figures = measured.split('## Sources')[0]?.match(/\b\d+\.\d+\b/g) ?? [];
    expect(figures.length).toBeGreaterThan(8);
    expect(figures.filter((figure) => !read('bench/README.md').includes(figure))).toEqual([]);
  });
});
