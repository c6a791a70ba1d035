import type { UpdateStaticPageSchema } from '@fasocolis/contracts/content';
import { type Actor } from '@fasocolis/service-kit/data/change-log';
import { type ListRequestOf } from '@fasocolis/service-kit/http/lists';
import type * as z from 'zod/mini';
import type { Database } from '../database.ts';
import type { StaticPage } from '../generated/prisma/client.ts';
export declare const staticPageListSpec: import('@fasocolis/service-kit/http/lists').ListSpec<
  'id' | 'lastUpdated' | 'slug' | 'title',
  {
    id: z.ZodMiniPipe<
      z.ZodMiniUnion<readonly [z.ZodMiniInt, z.ZodMiniArray<z.ZodMiniInt>]>,
      z.ZodMiniTransform<
        {
          in: number[];
        },
        number | number[]
      >
    >;
    slug: z.ZodMiniString<string>;
  }
>;
export declare function listStaticPages(
  database: Database,
  list: ListRequestOf<typeof staticPageListSpec>,
): Promise<
  import('@fasocolis/service-kit/http/lists').Page<{
    id: number;
    slug: string;
    title: string;
    lastUpdated: Date;
  }>
>;
export declare function findStaticPage(database: Database, slug: string): Promise<StaticPage>;
/** Absent fields stay unchanged; a PATCH without changes keeps the date of the last change. */
export declare function updateStaticPage(
  database: Database,
  slug: string,
  body: z.infer<typeof UpdateStaticPageSchema>,
  actor: Actor,
): Promise<StaticPage>;
