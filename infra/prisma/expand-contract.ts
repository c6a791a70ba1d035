/** Statements that break a running older version. */
const BREAKING = [
  /^DROP (?:TABLE|TYPE|VIEW|SCHEMA|SEQUENCE|FUNCTION)\b/i,
  /^ALTER TABLE\b.*\bDROP (?:COLUMN|DEFAULT)\b/is,
  /^ALTER (?:TABLE|TYPE|VIEW|SEQUENCE)\b.*\bRENAME\b/is,
  /^ALTER TABLE\b.*\bALTER COLUMN\b[^,]*\b(?:TYPE|SET NOT NULL)\b/is,
  /^ALTER TABLE\b.*\bADD (?:COLUMN )?"?\w+"? (?:(?!DEFAULT\b|GENERATED\b)[^,])*\bNOT NULL\b(?![^,]*\b(?:DEFAULT|GENERATED)\b)/is,
  /^ALTER TABLE\b.*\bADD (?:CONSTRAINT\b.*\b)?(?:UNIQUE|CHECK|FOREIGN KEY|PRIMARY KEY|EXCLUDE)\b/is,
  /^CREATE UNIQUE INDEX\b/i,
  /^(?:TRUNCATE|DELETE)\b/i,
];

/** `-- contract: <what> unused since <version>`: no running version uses it any more. */
const WAIVER = /^-- contract: .+ unused since (\d+\.\d+\.\d+)$/m;

const TABLE = /^(?:ALTER TABLE(?: IF EXISTS)?(?: ONLY)?|CREATE UNIQUE INDEX.*? ON) "?(\w+)"?/is;
/** The columns of a constraint; the old version leaves new columns empty, which satisfies every constraint. */
const RULE = /^(?:CREATE UNIQUE INDEX.*? ON "?\w+"?\s*|ALTER TABLE\b.*\bADD CONSTRAINT\b.*?)\(([^)]*)\)/is;

/**
 * The statements of a migration under which the version before it would fail while both run: new parts must be
 * optional, and old parts stay until no running version uses them (expand, then contract). Tables and columns that the
 * migration itself creates are exempt. A migration that contracts names the release since which the removed part is
 * unused; it must be older than `release`, the one being made.
 */
export function breakingStatements(sql: string, release: string): string[] {
  const [, unusedSince] = WAIVER.exec(sql) ?? [];
  if (unusedSince && isEarlier(unusedSince, release)) return [];
  const statements = sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim());
  const all = statements.join(';\n');
  const made = (pattern: RegExp) => new Set([...all.matchAll(pattern)].map(([, name = '']) => name));
  const ownTables = made(/^CREATE TABLE(?: IF NOT EXISTS)? "?(\w+)"?/gim);
  const ownColumns = made(/\bADD COLUMN\s+"?(\w+)"?/gi);
  return statements.filter((statement) => {
    const [, table = ''] = TABLE.exec(statement) ?? [];
    const [, columns = ''] = RULE.exec(statement) ?? [];
    const isNew = ownTables.has(table) || (columns.match(/\w+/g) ?? []).some((column) => ownColumns.has(column));
    return !isNew && BREAKING.some((pattern) => pattern.test(statement));
  });
}

function isEarlier(version: string, other: string): boolean {
  return version.localeCompare(other, 'en', { numeric: true }) < 0;
}
