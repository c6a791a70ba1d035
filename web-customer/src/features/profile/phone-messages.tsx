import type { User } from '@fasocolis/contracts/user';
import { useId } from 'react';
import { PushToggle } from '../../shared/push-toggle.tsx';
import { PushDevices } from './push-devices.tsx';

/** Subscribes this browser to everything of the account, and lists all that are subscribed. */
export function PhoneMessages({ user }: { user: User }) {
  const title = useId();
  return (
    <section aria-labelledby={title} className="mt-4 rounded-2xl bg-surface p-4 shadow-lg ring-1 ring-hairline sm:p-8">
      <h2 id={title} className="text-lg font-semibold">
        Notifications sur ce téléphone
      </h2>
      <p className="mt-1 text-ink-soft">
        Les nouvelles de tous vos colis et nos annonces, même quand le site est fermé.
      </p>
      <PushToggle target={{ userId: user.id }} className="mt-3 sm:max-w-sm" />
      <PushDevices user={user} />
    </section>
  );
}
