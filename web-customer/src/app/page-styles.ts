import { type AtRule, type ChildNode, type Container, parse, type Rule } from 'postcss';

/** Arguments of pseudo-classes such as `:not(.open)`, which an element may match without having the class. */
const ARGUMENTS = /\((?:[^()]|\([^()]*\))*\)/g;
const CLASS = /\.((?:\\.|[\w-])+)/g;
const CLASS_ATTRIBUTE = / class="([^"]+)"/g;

/** A selector or rule with the names that a page must have, and its text. */
interface Part {
  needs: string[];
  text: string;
}

type Pick = (classes: ReadonlySet<string>) => string;

/**
 * Returns a function that selects the rules of a style sheet that can apply to a rendered page: those whose classes all
 * occur in its markup. The page contains them, so that it is drawn without a second request (OLD-006).
 */
export function pageStyles(sheet: string): (markup: string) => string {
  const root = parse(sheet);
  const pick = pickFrom(root);
  const animations = namedRules(root, 'keyframes');
  const properties = namedRules(root, 'property');
  return (markup) => {
    const lists = [...markup.matchAll(CLASS_ATTRIBUTE)].map(([, list = '']) =>
      list.replaceAll('&amp;', '&').split(' '),
    );
    const rules = withoutUnusedVariables(pick(new Set(lists.flat())));
    const used = [...animations, ...properties].filter(({ needs }) => needs.every((name) => rules.includes(name)));
    return rules + used.map(({ text }) => text).join('');
  };
}

/** Without custom properties that no value refers to: most of the design tokens, and of Tailwind's own. */
function withoutUnusedVariables(rules: string): string {
  const used = new Set([...rules.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  return rules.replace(/(--[\w-]+):[^;{}]*(?:;|(?=}))/g, (declaration, name: string) =>
    used.has(name) ? declaration : '',
  );
}

function pickFrom(container: Container<ChildNode>): Pick {
  const picks = (container.nodes ?? []).map((node): Pick => {
    if (node.type === 'rule') return pickRule(node);
    if (node.type !== 'atrule' || isNamed(node, 'keyframes') || isNamed(node, 'property')) return () => '';
    // `@font-face` and the like apply to the whole page.
    if (node.nodes?.some(({ type }) => type === 'decl') !== false) return always(String(node));
    const inner = pickFrom(node);
    return (classes) => {
      const rules = inner(classes);
      return rules && `@${node.name} ${node.params}{${rules}}`;
    };
  });
  return (classes) => picks.map((pick) => pick(classes)).join('');
}

function pickRule(rule: Rule): Pick {
  const selectors: Part[] = rule.selectors.map((text) => ({ text, needs: classesOf(text) }));
  const body = rule.nodes.map(String).join(';');
  return (classes) => {
    const matching = selectors.filter(({ needs }) => needs.every((name) => classes.has(name)));
    return matching.length > 0 ? `${matching.map(({ text }) => text).join(',')}{${body}}` : '';
  };
}

const always =
  (text: string): Pick =>
  () =>
    text;

const isNamed = ({ name }: AtRule, wanted: string) => name === wanted || name.endsWith(`-${wanted}`);

const namedRules = (root: Container<ChildNode>, name: string): Part[] =>
  (root.nodes ?? []).flatMap((node) =>
    node.type === 'atrule' && isNamed(node, name) ? { needs: [node.params], text: String(node) } : [],
  );

const classesOf = (selector: string): string[] =>
  [...selector.replace(ARGUMENTS, '').matchAll(CLASS)].map(([, name = '']) => unescaped(name));

/** A name without CSS escapes: a code point, or a character that has a meaning. */
const unescaped = (name: string) =>
  name.replace(/\\(?:([\da-f]{1,6}) ?|(.))/gi, (_, code?: string, character = '') =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : character,
  );
