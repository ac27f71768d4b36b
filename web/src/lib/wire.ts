// The wishes and facts of all games, as the client sends and hears them.
import type { CommonAction, CommonEvent, TriologyAction, TriologyEvent, TriosAction, TriosEvent, Triple3Action, Triple3Event } from './types.gen'

export type Wish = CommonAction | TriosAction | Triple3Action | TriologyAction
export type Fact = CommonEvent | TriosEvent | Triple3Event | TriologyEvent
