import { MINIMUM_BROWSERS } from '@fasocolis/contracts/browsers';

/** Safari's version has two numbers; that of a browser on iOS is the system's, whose 14.5 brought Safari 14.1. */
const IOS_OF_MINIMUM = 14.5;

const ANCIENT = /MSIE |Trident\/|Presto\/|Opera Mini\//;

interface Versions {
  chrome: number | undefined;
  firefox: number | undefined;
  safari: number | undefined;
  ios: number | undefined;
}

function versionsOf(userAgent: string): Versions {
  const version = (pattern: RegExp) => {
    const found = pattern.exec(userAgent);
    return found ? Number(`${found[1]}.${found[2] ?? 0}`) : undefined;
  };
  const chrome = version(/Chrom(?:e|ium)\/(\d+)/);
  return {
    chrome,
    firefox: version(/Firefox\/(\d+)/),
    safari: chrome === undefined ? version(/Version\/(\d+)\.(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//) : undefined,
    ios: version(/(?:iPhone|CPU) OS (\d+)_(\d+)[\d_]* like Mac OS X/),
  };
}

const isBelow = (version: number | undefined, minimum: number) => version !== undefined && version < minimum;

/** Whether a browser is older than those that run the sites' scripts (OLD-002); false for unknown ones. */
export function isBelowMinimum(userAgent = ''): boolean {
  const { chrome, firefox, safari, ios } = versionsOf(userAgent);
  return (
    ANCIENT.test(userAgent) ||
    isBelow(chrome, MINIMUM_BROWSERS.chrome) ||
    isBelow(firefox, MINIMUM_BROWSERS.firefox) ||
    isBelow(ios, IOS_OF_MINIMUM) ||
    (ios === undefined && isBelow(safari, MINIMUM_BROWSERS.safari))
  );
}

/** The source that lets a page compile WebAssembly: browsers before Chrome 97 and Safari 16 know the general one only. */
export function webAssemblySource(userAgent = ''): string {
  const { chrome, safari, ios } = versionsOf(userAgent);
  const isOlder = isBelow(chrome, 97) || isBelow(safari, 16) || isBelow(ios, 16);
  return isOlder ? "'unsafe-eval'" : "'wasm-unsafe-eval'";
}
