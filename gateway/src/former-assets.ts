import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

const KEPT_MS = 30 * 86_400_000;
const MARK_MS = 86_400_000;

/**
 * Copies the files with a content hash in their name from a site's build to a folder that all gateways share and that
 * outlives them, so that each serves the files of the releases before and after its own (OLD-005). A file's time of
 * modification is when a gateway had it last. Removes those of old releases.
 */
export async function keepAssets(build: string, store: string, now = Date.now()): Promise<void> {
  const [from, to] = [join(build, 'assets'), join(store, 'assets')];
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    const kept = join(to, name);
    const isKept = await mark(kept, now).then(
      () => true,
      () => false,
    );
    if (isKept) continue;
    // The copy has another name until it is complete, so that no gateway serves a part of it.
    const part = join(to, `.${crypto.randomUUID()}`);
    await copyFile(join(from, name), part, constants.COPYFILE_EXCL);
    await mark(part, now);
    await rename(part, kept);
  }
  for (const name of await readdir(to)) {
    const path = join(to, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < now - KEPT_MS) await rm(path, { force: true });
  }
}

const mark = (path: string, time: number) => utimes(path, new Date(time), new Date(time));

/** Keeps the assets now and once a day. @returns a function that ends it */
export async function keepAssetsDaily(
  builds: readonly { folder: string; store: string }[],
  onError: (error: unknown) => void,
): Promise<() => void> {
  const keep = () => Promise.all(builds.map(({ folder, store }) => keepAssets(folder, store))).catch(onError);
  await keep();
  const interval = setInterval(() => void keep(), MARK_MS);
  return () => clearInterval(interval);
}
