/** Looks up a shared token by name ("brand" for --fc-brand), so that both sites use one file of tokens. */
export function tokenReader(css: string): (name: string) => string {
  const values = new Map<string | undefined, string | undefined>(
    Array.from(css.matchAll(/--fc-([\w-]+):\s*([^;]+);/g), ([, name, value]) => [name, value]),
  );
  return (name) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`There is no token --fc-${name}`);
    return value;
  };
}
