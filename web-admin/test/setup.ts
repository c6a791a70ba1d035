import { afterEach } from 'vitest';
import { cleanUp } from './back-office.tsx';

afterEach(cleanUp);
