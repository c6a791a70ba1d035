import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { DEFAULT_MESSAGE } from '@fasocolis/contracts/errors';
import { OrderSchema } from '@fasocolis/contracts/orders';
import { TWO_FACTOR_PARAMETER } from '@fasocolis/contracts/two-factor';
import type { User } from '@fasocolis/contracts/user';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { longDate } from '@fasocolis/web-kit/dates';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { ClientCode } from '../../shared/client-code.tsx';
import { useSignedInUser } from '../../shared/session.ts';
import { Tabs } from '../../shared/tabs.tsx';
import { EmailVerification } from './email-verification.tsx';
import { MyData } from './my-data.tsx';
import { OpenSessions } from './open-sessions.tsx';
import { PasswordForm } from './password-form.tsx';
import { PersonalForm } from './personal-form.tsx';
import { PhoneMessages } from './phone-messages.tsx';
import { SignInMethodsList } from './sign-in-methods-list.tsx';
import { TwoFactor } from './two-factor.tsx';

export default function Profile() {
  const user = useSignedInUser();
  const initialTab = initialTabOf(useSearchParams()[0]);
  useOrdersOf(user);
  return (
    <div className="mx-auto max-w-2xl px-4 pt-6 sm:pt-10">
      <title>{`Mon profil - ${PRODUCT_NAME}`}</title>
      <header className="flex flex-wrap items-center gap-3 rounded-2xl bg-brand p-4 text-white sm:p-6">
        <span
          aria-hidden
          className="grid size-14 shrink-0 place-items-center rounded-full bg-accent text-xl font-bold text-on-accent"
        >
          {initials(user)}
        </span>
        <div className="min-w-0 grow basis-40">
          <h1 className="text-xl font-bold break-words">{[user.firstName, user.lastName].join(' ').trim()}</h1>
          <p className="break-words">@{user.username}</p>
          <ClientCode user={user} />
          <p className="text-sm">Membre depuis {longDate(user.createdAt)}</p>
        </div>
      </header>
      {user.needsSecondFactor && (
        <p role="alert" className="mt-4 rounded-2xl bg-surface p-4 font-medium ring-1 ring-danger">
          {DEFAULT_MESSAGE['second-factor-required']}
        </p>
      )}
      <div className="mt-4 rounded-2xl bg-surface p-2 shadow-lg ring-1 ring-hairline sm:p-4">
        <Tabs
          label="Mon profil"
          initial={initialTab}
          tabs={[
            { id: 'personal', label: 'Information Personnelle', content: <PersonalForm user={user} /> },
            { id: 'email', label: 'Vérification Email', content: <EmailVerification user={user} /> },
            {
              id: 'password',
              label: 'Mot de Passe',
              content: (
                <>
                  <PasswordForm user={user} />
                  <TwoFactor user={user} />
                  <SignInMethodsList user={user} />
                  <OpenSessions user={user} />
                </>
              ),
            },
          ]}
          panelClass="p-2 pt-5 sm:p-4"
        />
      </div>
      <PhoneMessages user={user} />
      <MyData user={user} />
    </div>
  );
}

function initialTabOf(search: URLSearchParams): string {
  if (search.has('verificationStatus')) return 'email';
  return search.has(TWO_FACTOR_PARAMETER) ? 'password' : 'personal';
}

const initials = ({ firstName, lastName, username }: User) =>
  (`${firstName.charAt(0)}${lastName.charAt(0)}` || username.charAt(0)).toUpperCase();

/** Prefetches the user's orders, which the screen does not show; failures are ignored (PROF-019). */
function useOrdersOf({ id }: User) {
  useQuery(
    apiQuery(['user', id, 'orders'], '/api/orders/user/:userId', z.array(OrderSchema), { params: { userId: id } }),
  );
}
