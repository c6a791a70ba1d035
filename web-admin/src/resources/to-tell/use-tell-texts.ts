import { DEFAULT_TELL_TEXTS } from '@fasocolis/contracts/tell-texts';
import { useQueries } from '@tanstack/react-query';
import { settingQuery } from '../../components/setting-query.ts';

/** The texts of the settings, or the product's own while they are not set. */
export function useTellTexts() {
  return useQueries({
    queries: [settingQuery('tell_one_order'), settingQuery('tell_several_orders')],
    combine: ([one, several]) => ({
      data:
        one.data === undefined || several.data === undefined
          ? undefined
          : {
              tell_one_order: one.data?.value ?? DEFAULT_TELL_TEXTS.tell_one_order,
              tell_several_orders: several.data?.value ?? DEFAULT_TELL_TEXTS.tell_several_orders,
            },
      error: one.error ?? several.error,
      refetch: () => Promise.all([one.refetch(), several.refetch()]),
    }),
  });
}
