import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RegisterForm } from './register-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const fill = (values: Record<string, string>, form: HTMLElement) => {
  for (const [name, value] of Object.entries(values)) {
    const input = form.querySelector(`[name="${name}"]`);
    if (!input) throw new Error(`no field ${name}`);
    fireEvent.input(input, { target: { value } });
  }
};

function renderForms() {
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <SignInForm onSignedIn={() => {}} onSecondStep={() => {}} />
        <RegisterForm onRegistered={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const [signIn, register] = container.querySelectorAll('form');
  if (!signIn || !register) throw new Error('two forms expected');
  return { signIn, register };
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('sign-in and registration', () => {
  it('are pending independently: one does not disable the other [AUTH-027]', async () => {
    // Without a response the request stays pending.
    vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => {}));

    const { signIn } = renderForms();
    fill({ email: 'awa', password: 'Secret-1' }, signIn);
    fireEvent.submit(signIn);
    await waitFor(() => expect(button('Connexion en cours...').disabled).toBe(true));
    expect(button("S'inscrire").disabled).toBe(false);
    cleanup();

    const { register } = renderForms();
    const names = { firstName: 'Awa', lastName: 'Traoré', username: 'awa', email: 'awa@example.com' };
    fill({ ...names, password: 'Secret-1', confirmation: 'Secret-1' }, register);
    fireEvent.submit(register);
    await waitFor(() => expect(button('Inscription en cours...').disabled).toBe(true));
    expect(button('Se connecter').disabled).toBe(false);
  });
});
