import { ApolloLink, HttpLink, Observable } from '@apollo/client';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { OperationTypeNode } from 'graphql';
import { describe, expect, it, vi } from 'vitest';
import { clientOver, renderAt } from '#web/testing/render.tsx';
import { Customers } from './Customers.tsx';
import { aCustomer, openCustomers } from './customers.fixtures.tsx';

const PLACEHOLDER = 'Search customers by name, email, or company...';
const box = () => screen.getByPlaceholderText<HTMLInputElement>(PLACEHOLDER);
const names = () => screen.queryAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
const address = () => screen.getByTestId('address').textContent;
const shows = (...expected: string[]) => waitFor(() => expect(names()).toEqual(expected));
const cardOf = (name: string) => within(screen.getByRole('listitem', { name }));

const elena = aCustomer('Elena Marsh', {
  email: 'elena@northlight.example',
  phone: '(614) 555-0123',
  company: 'Northlight Architects',
  shopifyCustomerId: '71',
});

describe('the customers', () => {
  it('are shown with how to reach them, since when we know them, and whether they buy online', async () => {
    openCustomers([elena, aCustomer('Samuel Okafor')]);
    await shows('Elena Marsh', 'Samuel Okafor');
    const card = cardOf('Elena Marsh');
    for (const text of ['elena@northlight.example', '(614) 555-0123', 'Northlight Architects', 'Shopify']) card.getByText(text);
    card.getByText(/^Added/);
    card.getByRole('button', { name: 'View Elena Marsh' });
    card.getByRole('button', { name: 'Edit Elena Marsh' });
    expect(cardOf('Samuel Okafor').queryByText('Shopify')).toBeNull();
    screen.getByRole('heading', { name: 'Customer Management' });
    screen.getByText('Manage customer profiles and order history');
  });

  it('have five places while they are on their way', async () => {
    openCustomers([], { answers: { customers: () => new Promise(() => undefined) } });
    expect(screen.getByRole('status', { name: 'Loading customers' }).querySelectorAll('li')).toHaveLength(5);
  });

  it('invite to add the first one where there is none', async () => {
    const { user } = openCustomers([]);
    await screen.findByText('No customers found');
    screen.getByText('Get started by adding your first customer');
    await user.click(screen.getByRole('button', { name: 'Add First Customer' }));
    await screen.findByRole('dialog', { name: 'Add New Customer' });
  });

  it('say what went wrong, and try again', async () => {
    let failing = true;
    const answers = {
      customers: () => {
        if (failing) throw new Error('The database is away');
        return { eventCursor: '1', nodes: [elena], pageInfo: { hasNextPage: false, hasPreviousPage: false } };
      },
    };
    const { user } = openCustomers([], { answers });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The database is away');
    failing = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await shows('Elena Marsh');
  });

  it('are asked for once: not again as time passes, when the window is looked at again, or after a failure', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const later = async () => {
      window.dispatchEvent(new Event('focus'));
      document.dispatchEvent(new Event('visibilitychange'));
      await act(() => vi.advanceTimersByTimeAsync(600_000));
    };
    const { asked } = openCustomers([elena]);
    await shows('Elena Marsh');
    await later();
    expect(asked).toEqual(['']);
    cleanup();
    const customers = vi.fn(() => {
      throw new Error('The database is away');
    });
    openCustomers([], { answers: { customers } });
    await screen.findByRole('alert');
    await later();
    expect(customers).toHaveBeenCalledOnce();
  });

  it('come page by page', async () => {
    const many = Array.from({ length: 35 }, (_, number) => aCustomer(`Customer ${number}`));
    const { user, asked } = openCustomers(many);
    await waitFor(() => expect(names()).toHaveLength(30));
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(names()).toHaveLength(35));
    expect(asked).toEqual(['', ' after customer-29']);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('that others add and change are there at once', async () => {
    const { adds, edits } = openCustomers([elena]);
    await shows('Elena Marsh');
    await adds(aCustomer('Grace Hopper'));
    await shows('Grace Hopper', 'Elena Marsh');
    await edits('elena-marsh', { name: 'Elena Vogel', company: 'Vogel & Co' });
    await shows('Grace Hopper', 'Elena Vogel');
    cardOf('Elena Vogel').getByText('Vogel & Co');
  });

  it('show markup as the text it is', async () => {
    const name = '<img src=x onerror="alert(1)"> & Söhne';
    openCustomers([aCustomer('x', { name, company: name })], { at: '/customers?search=img' });
    await shows(name);
    expect(document.querySelector('img')).toBeNull();
  });
});

describe('searching', () => {
  it('asks once typing rests, keeps the term in the address, and marks what was found', async () => {
    const { user, asked } = openCustomers([elena, aCustomer('Samuel Okafor')]);
    await shows('Elena Marsh', 'Samuel Okafor');
    await user.type(box(), 'north');
    await shows('Elena Marsh');
    expect(asked).toEqual(['', 'north']);
    expect(address()).toBe('/customers?search=north');
    expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['north', 'North']);
    await user.clear(box());
    await shows('Elena Marsh', 'Samuel Okafor');
    expect(address()).toBe('/customers');
  });

  it('begins with what the address says', async () => {
    openCustomers([elena, aCustomer('Samuel Okafor')], { at: '/customers?search=okafor' });
    await shows('Samuel Okafor');
    expect(box().value).toBe('okafor');
  });

  it('says so where nobody matches', async () => {
    openCustomers([elena], { at: '/customers?search=nobody' });
    await screen.findByText('No customers found');
    screen.getByText('No customers match your search criteria.');
    expect(screen.queryByRole('button', { name: 'Add First Customer' })).toBeNull();
  });

  it('takes in and lets go of customers whom others change', async () => {
    const { edits } = openCustomers([elena, aCustomer('Samuel Okafor')], { at: '/customers?search=north' });
    await shows('Elena Marsh');
    await edits('samuel-okafor', { company: 'Northern Dental' });
    await shows('Elena Marsh', 'Samuel Okafor');
    await edits('elena-marsh', { company: 'Southlight', email: null });
    await shows('Samuel Okafor');
  });

  it('gives up the request for a term that was typed over, and never shows its late answer', async () => {
    const requests: { search: string | null; signal: AbortSignal; answer: (...names: string[]) => void }[] = [];
    const http = new HttpLink({
      uri: 'http://callboard.test/graphql',
      fetch: (_address, init) =>
        new Promise((resolve) => {
          const { search } = JSON.parse(String(init?.body)).variables;
          const answer = (...found: string[]) => {
            const customers = {
              __typename: 'CustomerConnection',
              eventCursor: '1',
              nodes: found.map((name) => aCustomer(name)),
              pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
            };
            resolve(Response.json({ data: { customers } }));
          };
          // The network gives its answer although nobody waits for it any more.
          if (init?.signal) requests.push({ search, signal: init.signal, answer });
        }),
    });
    const silence = new ApolloLink(() => new Observable(() => undefined));
    const link = ApolloLink.split(({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION, silence, http);
    const user = userEvent.setup();
    renderAt(<Customers />, { client: clientOver(link), at: '/customers' });
    const request = (search: string | null) => requests.findLast((each) => each.search === search);

    act(() => request(null)?.answer('Elena Marsh', 'Samuel Okafor'));
    await shows('Elena Marsh', 'Samuel Okafor');
    await user.type(box(), 'elen');
    await waitFor(() => expect(request('elen')?.signal.aborted).toBe(false));
    await user.type(box(), 'a');
    await waitFor(() => expect(request('elena')?.signal.aborted).toBe(false));
    expect(request('elen')?.signal.aborted).toBe(true);
    act(() => request('elena')?.answer('Elena Marsh'));
    await shows('Elena Marsh');
    await act(async () => request('elen')?.answer('Late Answer'));
    await shows('Elena Marsh');
    expect(address()).toBe('/customers?search=elena');
  });
});
