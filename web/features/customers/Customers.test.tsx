import { ApolloLink, HttpLink, Observable } from '@apollo/client';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { OperationTypeNode } from 'graphql';
import { describe, expect, it, vi } from 'vitest';
import * as time from '#web/lib/format/time.ts';
import { SignedInAs } from '#web/session/session.tsx';
import { clientOver, renderAt } from '#web/testing/render.tsx';
import { maya, workspace } from '#web/testing/users.ts';
import { Customers } from './Customers.tsx';
import { aCustomer, openCustomers } from './customers.fixtures.tsx';

const PLACEHOLDER = 'Search customers by name, email, or company...';
const searchBox = () => screen.getByPlaceholderText<HTMLInputElement>(PLACEHOLDER);
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

describe('customers', () => {
  it('are shown with contact details, creation time and a Shopify badge', async () => {
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

  it('show five placeholder cards while loading', async () => {
    openCustomers([], { answers: { customers: () => new Promise(() => undefined) } });
    expect(screen.getByRole('status', { name: 'Loading customers' }).querySelectorAll('li')).toHaveLength(5);
  });

  it('offer to add the first customer when there are none', async () => {
    const { user } = openCustomers([]);
    await screen.findByText('No customers found');
    screen.getByText('Get started by adding your first customer');
    await user.click(screen.getByRole('button', { name: 'Add First Customer' }));
    await screen.findByRole('dialog', { name: 'Add New Customer' });
  });

  it('show the error and can be retried', async () => {
    let failing = true;
    const answers = {
      customers: () => {
        if (failing) throw new Error('Database unavailable');
        return { eventCursor: '1', nodes: [elena], pageInfo: { hasNextPage: false, hasPreviousPage: false } };
      },
    };
    const { user } = openCustomers([], { answers });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Database unavailable');
    failing = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await shows('Elena Marsh');
  });

  it('are loaded once: not again over time, on window focus, or after a failure', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const waitAndFocus = async () => {
      window.dispatchEvent(new Event('focus'));
      document.dispatchEvent(new Event('visibilitychange'));
      await act(() => vi.advanceTimersByTimeAsync(600_000));
    };
    const { requests } = openCustomers([elena]);
    await shows('Elena Marsh');
    await waitAndFocus();
    expect(requests).toEqual(['']);
    cleanup();
    const customers = vi.fn(() => {
      throw new Error('Database unavailable');
    });
    openCustomers([], { answers: { customers } });
    await screen.findByRole('alert');
    await waitAndFocus();
    expect(customers).toHaveBeenCalledOnce();
  });

  it('load page by page', async () => {
    const many = Array.from({ length: 35 }, (_, number) => aCustomer(`Customer ${number}`));
    const { user, requests } = openCustomers(many);
    await waitFor(() => expect(names()).toHaveLength(30));
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(names()).toHaveLength(35));
    expect(requests).toEqual(['', ' after customer-29']);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('render only the card that a change touches', async () => {
    const { emitUpdate } = openCustomers([elena, aCustomer('Samuel Okafor'), aCustomer('Grace Hopper')], { at: '/customers?search=a' });
    await shows('Elena Marsh', 'Samuel Okafor', 'Grace Hopper');
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    const renders = vi.spyOn(time, 'relativeTime');
    await emitUpdate('elena-marsh', { name: 'Elena Vogel' });
    await shows('Elena Vogel', 'Samuel Okafor', 'Grace Hopper');
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(renders).toHaveBeenCalledOnce();
  });

  it('are updated live when others add and change them', async () => {
    const { emitCreate, emitUpdate } = openCustomers([elena]);
    await shows('Elena Marsh');
    await emitCreate(aCustomer('Grace Hopper'));
    await shows('Grace Hopper', 'Elena Marsh');
    await emitUpdate('elena-marsh', { name: 'Elena Vogel', company: 'Vogel & Co' });
    await shows('Grace Hopper', 'Elena Vogel');
    cardOf('Elena Vogel').getByText('Vogel & Co');
  });

  it('show markup as plain text', async () => {
    const name = '<img src=x onerror="alert(1)"> & Söhne';
    openCustomers([aCustomer('x', { name, company: name })], { at: '/customers?search=img' });
    await shows(name);
    expect(document.querySelector('img')).toBeNull();
  });
});

describe('searching', () => {
  it('is debounced, keeps the term in the URL, and highlights matches', async () => {
    const { user, requests } = openCustomers([elena, aCustomer('Samuel Okafor')]);
    await shows('Elena Marsh', 'Samuel Okafor');
    await user.type(searchBox(), 'north');
    await shows('Elena Marsh');
    expect(requests).toEqual(['', 'north']);
    expect(address()).toBe('/customers?search=north');
    expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['north', 'North']);
    await user.clear(searchBox());
    await shows('Elena Marsh', 'Samuel Okafor');
    expect(address()).toBe('/customers');
  });

  it('starts with the term in the URL', async () => {
    openCustomers([elena, aCustomer('Samuel Okafor')], { at: '/customers?search=okafor' });
    await shows('Samuel Okafor');
    expect(searchBox().value).toBe('okafor');
  });

  it('shows an empty state when nobody matches', async () => {
    openCustomers([elena], { at: '/customers?search=nobody' });
    await screen.findByText('No customers found');
    screen.getByText('No customers match your search criteria.');
    expect(screen.queryByRole('button', { name: 'Add First Customer' })).toBeNull();
  });

  it('adds and removes customers whose changes match or no longer match', async () => {
    const { emitUpdate } = openCustomers([elena, aCustomer('Samuel Okafor')], { at: '/customers?search=north' });
    await shows('Elena Marsh');
    await emitUpdate('samuel-okafor', { company: 'Northern Dental' });
    await shows('Elena Marsh', 'Samuel Okafor');
    await emitUpdate('elena-marsh', { company: 'Southlight', email: null });
    await shows('Samuel Okafor');
  });

  it('aborts an outdated request and ignores its late response', async () => {
    const requests: { search: string | null; signal: AbortSignal; respond: (...names: string[]) => void }[] = [];
    const http = new HttpLink({
      uri: 'http://callboard.test/graphql',
      fetch: (_address, init) =>
        new Promise((resolve) => {
          const { search } = JSON.parse(String(init?.body)).variables;
          const respond = (...found: string[]) => {
            const customers = {
              __typename: 'CustomerConnection',
              eventCursor: '1',
              nodes: found.map((name) => aCustomer(name)),
              pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
            };
            resolve(Response.json({ data: { customers } }));
          };
          // The network responds even though the request was aborted.
          if (init?.signal) requests.push({ search, signal: init.signal, respond });
        }),
    });
    const noEvents = new ApolloLink(() => new Observable(() => undefined));
    const link = ApolloLink.split(({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION, noEvents, http);
    const user = userEvent.setup();
    renderAt(
      <SignedInAs viewer={maya} workspace={workspace}>
        <Customers />
      </SignedInAs>,
      { client: clientOver(link), at: '/customers' },
    );
    const request = (search: string | null) => requests.findLast((each) => each.search === search);

    act(() => request(null)?.respond('Elena Marsh', 'Samuel Okafor'));
    await shows('Elena Marsh', 'Samuel Okafor');
    await user.type(searchBox(), 'elen');
    await waitFor(() => expect(request('elen')?.signal.aborted).toBe(false));
    await user.type(searchBox(), 'a');
    await waitFor(() => expect(request('elena')?.signal.aborted).toBe(false));
    expect(request('elen')?.signal.aborted).toBe(true);
    act(() => request('elena')?.respond('Elena Marsh'));
    await shows('Elena Marsh');
    await act(async () => request('elen')?.respond('Late Answer'));
    await shows('Elena Marsh');
    expect(address()).toBe('/customers?search=elena');
  });
});
