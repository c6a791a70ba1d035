import { loadable } from '@fasocolis/web-kit/loadable';
import { cleanup, render, screen } from '@testing-library/react';
import { act, Component, type ReactNode, Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { ScreenCrash } from './crash.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

class Boundary extends Component<{ children: ReactNode }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render = () =>
    this.state.failed ? (
      <ScreenCrash resetErrorBoundary={() => this.setState({ failed: false })} />
    ) : (
      this.props.children
    );
}

it('a screen whose code did not arrive is requested again when its address is opened again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const code = { default: () => <h1>Utilisateurs</h1> };
  const load = vi.fn<() => Promise<typeof code>>(async () => code).mockRejectedValueOnce(new TypeError('offline'));
  const Users = loadable(load);
  const inBoundary = (element: ReactNode) => (
    <Boundary>
      <Suspense fallback="Chargement">{element}</Suspense>
    </Boundary>
  );
  const router = createMemoryRouter(
    [
      { path: '/users', element: inBoundary(<Users />) },
      { path: '/orders', element: inBoundary(<h1>Commandes</h1>) },
    ],
    { initialEntries: ['/users'] },
  );
  await act(async () => render(<RouterProvider router={router} />));
  expect(screen.getByRole('heading', { name: "Cet écran ne peut pas s'afficher." })).toBeDefined();
  await act(() => router.navigate('/orders'));
  expect(screen.getByRole('heading', { name: 'Commandes' })).toBeDefined();
  await act(() => router.navigate('/users'));
  expect(screen.getByRole('heading', { name: 'Utilisateurs' })).toBeDefined();
});
