import type { User } from '@fasocolis/contracts/auth';
import type { ContactMessage } from '@fasocolis/contracts/content';
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { CoreAdminContext, ListContextProvider, type RaRecord, useList } from 'react-admin';
import { afterEach, expect, it } from 'vitest';
import RecentMessages from './recent-messages.tsx';
import RecentUsers from './recent-users.tsx';

function Rows({ data, children }: { data: RaRecord[]; children: ReactNode }) {
  return <ListContextProvider value={useList({ data })}>{children}</ListContextProvider>;
}

const show = (data: RaRecord[], list: ReactNode) =>
  render(
    <CoreAdminContext>
      <Rows data={data}>{list}</Rows>
    </CoreAdminContext>,
  );

const message: ContactMessage = {
  id: 1,
  firstName: 'Fatou',
  lastName: 'Ouédraogo',
  email: 'fatou@example.com',
  phone: null,
  subject: 'Mon colis',
  message: '',
  isRead: false,
  isAnswered: false,
  createdAt: '2025-03-05T14:07:59.000Z',
};

const user: User = {
  id: 7,
  username: 'awa',
  email: null,
  emailVerified: false,
  firstName: 'Awa',
  lastName: 'Traoré',
  phone: null,
  isAdmin: false,
  notifyByEmail: true,
  provider: null,
  providerId: null,
  createdAt: '',
  updatedAt: '2025-03-05T14:07:59.000Z',
};

afterEach(cleanup);

it('the dashboard shows 120 characters of a message and not one more [ADM-DASH-018, CONST-033]', async () => {
  show(
    [
      { ...message, message: 'é'.repeat(120) },
      { ...message, id: 2, message: 'à'.repeat(121) },
    ],
    <RecentMessages />,
  );
  expect(await screen.findByText('é'.repeat(120))).toBeDefined();
  expect(screen.getByText(`${'à'.repeat(120)}...`)).toBeDefined();
});

it('the dashboard shows N/A for a user without address and date [ADM-DASH-012]', async () => {
  show([user], <RecentUsers />);
  const cells = (await screen.findAllByRole('cell')).map(({ textContent }) => textContent);
  expect(cells).toEqual(['7', 'awa', 'N/A', 'N/A', 'Voir']);
});
