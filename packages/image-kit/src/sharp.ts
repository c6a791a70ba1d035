import type sharp from 'sharp';

let loading: Promise<typeof sharp> | undefined;

/**
 * Loads sharp, configured for untrusted uploads, at its first use: idle, it would take a sixth of a service's memory.
 */
export function loadSharp(): Promise<typeof sharp> {
  loading ??= load();
  return loading;
}

async function load(): Promise<typeof sharp> {
  const { default: loaded } = await import('sharp');
  // One image at a time, on one thread, without caches: memory is limited.
  loaded.cache(false);
  loaded.concurrency(1);
  // Only these four formats: SVG, above all, can contain scripts and external references.
  loaded.block({ operation: ['VipsForeignLoad'] });
  loaded.unblock({
    operation: ['Jpeg', 'Png', 'Nsgif', 'Webp'].map((format) => `VipsForeignLoad${format}Buffer`),
  });
  return loaded;
}
