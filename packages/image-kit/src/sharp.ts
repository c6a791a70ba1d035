import type sharp from 'sharp';

let loading: Promise<typeof sharp> | undefined;

/**
 * sharp, set up for the uploads of strangers. It comes with its first use: images are seldom added, and it would take a
 * sixth of what a service holds, idle.
 */
export function loadSharp(): Promise<typeof sharp> {
  loading ??= load();
  return loading;
}

async function load(): Promise<typeof sharp> {
  const { default: loaded } = await import('sharp');
  // One image at a time, on one thread, and nothing kept: a service has little memory.
  loaded.cache(false);
  loaded.concurrency(1);
  // Content decides what a file is, and only these four may be looked into: SVG above all can do too much.
  loaded.block({ operation: ['VipsForeignLoad'] });
  loaded.unblock({
    operation: ['Jpeg', 'Png', 'Nsgif', 'Webp'].map((format) => `VipsForeignLoad${format}Buffer`),
  });
  return loaded;
}
