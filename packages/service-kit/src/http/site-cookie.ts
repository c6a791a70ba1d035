interface CookieOptions {
  path?: string;
  /** In seconds. */
  maxAge: number;
}

/** Name and attributes of a cookie of the site at `publicUrl`; `__Host-`, `__Secure-` and Secure need https. */
export function siteCookie(publicUrl: string, name: string, { path = '/', maxAge }: CookieOptions) {
  const secure = new URL(publicUrl).protocol === 'https:';
  const prefix = path === '/' ? '__Host-' : '__Secure-';
  return {
    name: secure ? prefix + name : name,
    options: { path, httpOnly: true, sameSite: 'lax', secure, maxAge } as const,
  };
}
