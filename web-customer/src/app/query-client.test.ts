import { ApiError } from '@fasocolis/web-kit/api';
import { describe, expect, it } from 'vitest';
import { createQueryClient } from './query-client.ts';

describe('a mutation that fails', () => {
  const failWith = async (status: number, user: object | null) => {
    const client = createQueryClient();
    client.setQueryData(['session'], user);
    const refused = () => Promise.reject(new ApiError(`${status}: Non`, { status }));
    await client
      .getMutationCache()
      .build(client, { mutationFn: refused })
      .execute(undefined)
      .catch(() => undefined);
    return client.getQueryState(['session'])?.isInvalidated;
  };

  it('has the session asked for again when a user is refused as unknown, and otherwise not', async () => {
    expect(await failWith(401, { id: 12 })).toBe(true);
    expect(await failWith(403, { id: 12 })).toBe(false);
    expect(await failWith(401, null)).toBe(false);
  });
});

describe('the data cache', () => {
  it('is never stale, never retries and does not refetch on window focus [SHELL-046, CONST-010]', () => {
    expect(createQueryClient().getDefaultOptions().queries).toMatchObject({
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      refetchOnWindowFocus: false,
    });
  });
});
